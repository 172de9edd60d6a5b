//! Tasks of the runtime. All of them have the same type, so that what the runtime does with a task is compiled once.

use std::pin::Pin;
use tokio::sync::oneshot;

/// Starts a task.
pub fn spawn(task: impl Future<Output = ()> + Send + 'static) {
    start(Box::pin(task));
}

fn start(task: Pin<Box<dyn Future<Output = ()> + Send>>) {
    tokio::spawn(task);
}

/// The result of a task that goes on if the caller does not wait for it; `None` if it panics.
pub async fn finish<T: Send + 'static>(task: impl Future<Output = T> + Send + 'static) -> Option<T> {
    let (done, result) = oneshot::channel();
    spawn(async move {
        let _ = done.send(task.await);
    });
    result.await.ok()
}
