/// An optional that files hold as `null` when there is no value, where Swift would leave its key out.
///
/// A key that is missing, as in files of older versions, is read as `nil`.
@propertyWrapper
public struct NullCodable<Value> {
  public var wrappedValue: Value?

  public init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

extension NullCodable: Encodable where Value: Encodable {
  /// Writes the value, or `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }
}

extension NullCodable: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }
}

extension NullCodable: Sendable where Value: Sendable {}
extension NullCodable: Equatable where Value: Equatable {}
extension NullCodable: Hashable where Value: Hashable {}

extension KeyedDecodingContainer {
  /// Reads a value of which the key may be missing.
  public func decode<Value: Decodable>(
    _ type: NullCodable<Value>.Type, forKey key: Key
  ) throws -> NullCodable<Value> {
    NullCodable(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}
