/** `AbortSignal.any` is newer than Safari 16.4. */
export function anySignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController()
  for (const signal of [one, other]) {
    if (signal.aborted) either.abort(signal.reason)
    signal.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: either.signal })
  }
  return either.signal
}
