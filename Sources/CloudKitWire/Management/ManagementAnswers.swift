package import JSON

/// A developer team.
package struct ManagementTeam: Hashable, Sendable {
  /// The ID of the team.
  package let id: String
  /// The name of the team.
  package let name: String

  /// Creates a team.
  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// A container of a team.
package struct ManagementContainer: Hashable, Sendable {
  /// The ID of the container, `iCloud.…`.
  package let id: String
  /// The ID of the team.
  package let teamID: String
  /// The display name.
  package let name: String
  /// Whether the team hid the container in CloudKit Console.
  package let isHidden: Bool

  /// Creates a container.
  package init(id: String, teamID: String, name: String, isHidden: Bool = false) {
    self.id = id
    self.teamID = teamID
    self.name = name
    self.isHidden = isHidden
  }
}

/// A page of a team's containers.
package struct ManagementContainerPage: Hashable, Sendable {
  /// The containers.
  package let containers: [ManagementContainer]
  /// The key that the next page starts after; `nil` on the last page.
  package let nextKey: String?

  /// Creates a page.
  package init(_ containers: [ManagementContainer], nextKey: String?) {
    self.containers = containers
    self.nextKey = nextKey
  }
}

/// The result of validating a schema.
package struct ManagementValidation: Hashable, Sendable {
  /// Whether the schema is valid.
  package let isValid: Bool
  /// The reason why it is not.
  package let errorMessage: String?

  /// Creates a result.
  package init(isValid: Bool, errorMessage: String? = nil) {
    self.isValid = isValid
    self.errorMessage = errorMessage
  }
}

// Source of the keys: Apple, CKTool JS, the results of getTeams, getContainers, and validateSchema.

extension [ManagementTeam] {
  /// Reads the answer with the teams; returns `nil` if the object has another form.
  package init?(_ object: JSONObject) {
    guard let elements = object["teams"]?.array else { return nil }
    self = []
    for element in elements {
      guard let id = element.object?["teamId"]?.string, let name = element.object?["teamName"]?.string else {
        return nil
      }
      append(ManagementTeam(id: id, name: name))
    }
  }

  /// The answer with the teams.
  package var body: [UInt8] {
    JSONWriter.document { writer in
      writer.object { answer in
        answer.name("teams")
        answer.array(self) { writer, team in
          writer.object {
            $0.member("teamId", team.id)
            $0.member("teamName", team.name)
          }
        }
      }
    }
  }
}

extension ManagementContainerPage {
  /// Reads the answer; returns `nil` if the object has another form.
  package init?(_ object: JSONObject) {
    guard let elements = object["containers"]?.array else { return nil }
    var containers: [ManagementContainer] = []
    for element in elements {
      guard let container = element.object, let id = container["id"]?.string,
        let team = container["teamId"]?.string, let name = container["name"]?.string
      else { return nil }
      containers.append(
        ManagementContainer(id: id, teamID: team, name: name, isHidden: container["isHidden"]?.bool ?? false))
    }
    self.init(containers, nextKey: object["nextKey"]?.string)
  }

  /// The answer.
  package var body: [UInt8] {
    JSONWriter.document { writer in
      writer.object { answer in
        answer.name("containers")
        answer.array(containers) { writer, container in
          writer.object {
            $0.member("id", container.id)
            $0.member("teamId", container.teamID)
            $0.member("name", container.name)
            $0.member("isHidden", container.isHidden)
          }
        }
        answer.member("nextKey", nextKey)
      }
    }
  }
}

extension ManagementValidation {
  /// Reads the answer; returns `nil` if the object has another form.
  package init?(_ object: JSONObject) {
    guard let isValid = object["isValid"]?.bool else { return nil }
    self.init(isValid: isValid, errorMessage: object["errorMessage"]?.string)
  }

  /// The answer.
  package var body: [UInt8] {
    JSONWriter.document { writer in
      writer.object {
        $0.member("isValid", isValid)
        $0.member("errorMessage", errorMessage)
      }
    }
  }
}
