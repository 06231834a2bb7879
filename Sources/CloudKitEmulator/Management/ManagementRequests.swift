import CloudKitRecords
import CloudKitSchema
import CloudKitWire

extension RequestDispatcher {
  /// Answers a management request.
  func manage(_ request: ServerRequest, _ server: ManagementServer) async -> (Answer, fault: String?) {
    var result = server.answer(request)
    do {
      switch result.change {
      case .schema(let id, let schema): try await databases.database(id)?.adopt(schema)
      case .reset(let id, let schema):
        databases.reopen(id)
        try await databases.database(id)?.adopt(schema)
      case nil: break
      }
    } catch {
      // CloudKit accepts a type change of a field that only development has; the store cannot follow it.
      result.answer.refusalReason = "the records keep the earlier schema: \(error)"
    }
    return (result.answer, result.fault?.rawValue)
  }

  /// Deploys a container's schema, as a person does in CloudKit Console.
  func deployInConsole(_ container: String) async throws {
    guard let management else { throw Refusal(.notFound, "the emulator serves no management requests") }
    do {
      if case .schema(let id, let schema) = try management.deploy(container) {
        try await databases.database(id)?.adopt(schema)
      }
    } catch let error as ManagementError {
      throw Refusal(.badRequest, error.reason)
    } catch let error as RecordStoreError {
      throw Refusal(error)
    }
  }
}

extension EmulatedDatabase {
  /// Makes a schema the one that requests are checked against. The store keeps what the schema does not declare.
  func adopt(_ schema: Schema) async throws(RecordStoreError) {
    try await grow(to: schema.keeping(storedSchema))
    enforce(schema)
  }
}

extension Schema {
  /// Returns the schema with the record types and fields that only an earlier one declares.
  fileprivate func keeping(_ earlier: Schema) -> Schema {
    var schema = self
    for old in earlier.recordTypes {
      guard let index = schema.recordTypes.firstIndex(where: { $0.name == old.name }) else {
        schema.recordTypes.append(old)
        continue
      }
      let names = Set(schema.recordTypes[index].fields.map(\.name))
      schema.recordTypes[index].fields += old.fields.filter { !names.contains($0.name) }
    }
    return schema
  }
}
