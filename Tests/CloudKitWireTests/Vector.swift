/// A key pair and a signature, made with openssl 3.0 for these tests and used nowhere else.
struct Vector {
  static let shared = Vector()

  let date = "2026-11-21T10:00:00Z"
  let body = #"{"records":[{"recordName":"a"}]}"#
  let path = "/database/1/iCloud.org.example.celestra/development/public/records/lookup"
  let signature = """
    MEUCIQCjdlWqOUPwhSsA1Kx3p4rvXXXzJRurAJeCRtmoMmspEAIgYjkJDba0nLHO/gM4zAJ6zy1K1PHgS09C7aGHfN1ObUY=
    """
  let sec1 = """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIKqfPptUDaQ0ldR5lX3Q6ITfgkV/WIoAXXK9kZCVMxUYoAoGCCqGSM49
    AwEHoUQDQgAEJYe0JuTZyKOFW27FVu0saQaPRv5KeuEaJBPyw2amcbAuCAbhlRVT
    vfDfDk+u6yloHzmf57P0GPYADpwAZ6M9BQ==
    -----END EC PRIVATE KEY-----
    """
  let pkcs8 = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqp8+m1QNpDSV1HmV
    fdDohN+CRX9YigBdcr2RkJUzFRihRANCAAQlh7Qm5NnIo4VbbsVW7SxpBo9G/kp6
    4RokE/LDZqZxsC4IBuGVFVO98N8OT67rKWgfOZ/ns/QY9gAOnABnoz0F
    -----END PRIVATE KEY-----
    """
  let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEJYe0JuTZyKOFW27FVu0saQaPRv5K
    euEaJBPyw2amcbAuCAbhlRVTvfDfDk+u6yloHzmf57P0GPYADpwAZ6M9BQ==
    -----END PUBLIC KEY-----
    """
}
