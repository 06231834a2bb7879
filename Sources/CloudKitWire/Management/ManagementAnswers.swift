package import JSON

package struct ManagementTeam: Hashable, Sendable {
  package let id: String
  package let name: String

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

package struct ManagementContainer: Hashable, Sendable {
  /// The ID of the container, `iCloud.…`.
  package let id: String
  package let teamID: String
  package let name: String
  /// Whether the team hid the container in CloudKit Console.
  package let isHidden: Bool

  package init(id: String, teamID: String, name: String, isHidden: Bool = false) {
    self.id = id
    self.teamID = teamID
    self.name = name
    self.isHidden = isHidden
  }
}

package struct ManagementContainerPage: Hashable, Sendable {
  package let containers: [ManagementContainer]
  /// The key that the next page starts after; `nil` on the last page.
  package let nextKey: String?

  package init(_ containers: [ManagementContainer], nextKey: String?) {
    self.containers = containers
    self.nextKey = nextKey
  }
}

// Source of the keys: Apple, CKTool JS, the results of getTeams and getContainers.

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
