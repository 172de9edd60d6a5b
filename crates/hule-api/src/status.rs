//! The statuses of answers.

/// The status of an answer, as over HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // They are named as in RFC 9110.
#[repr(u16)]
pub enum Status {
    Ok = 200,
    Created = 201,
    BadRequest = 400,
    Forbidden = 403,
    NotFound = 404,
    MethodNotAllowed = 405,
    RequestTimeout = 408,
    Conflict = 409,
    PayloadTooLarge = 413,
    UnsupportedMediaType = 415,
    MisdirectedRequest = 421,
    UnprocessableContent = 422,
    FailedDependency = 424,
    UpgradeRequired = 426,
    TooManyRequests = 429,
    InternalServerError = 500,
    ServiceUnavailable = 503,
}

impl Status {
    /// The number.
    pub const fn as_u16(self) -> u16 {
        self as u16
    }
}
