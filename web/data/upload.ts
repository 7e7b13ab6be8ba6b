import { ApiError, callHeaders, readError, unreachable } from './api.ts'

/**
 * Sends one file as multipart field `file`. XMLHttpRequest, because fetch tells nothing of the way out.
 * @param key the same key sends the same file: repeated, it gives the same result
 * @param progress hears the share that has left, 0 to 1
 * @returns what the server made of it; `created` is false where it had that already
 * @throws ApiError; an aborted upload throws one with the code 'client.aborted'
 */
export async function upload<Result>(
  path: string,
  file: File,
  key: string,
  progress: (share: number) => void,
  signal: AbortSignal,
  method: 'POST' | 'PUT' = 'POST',
): Promise<{ created: boolean; result: Result }> {
  const headers = { ...(await callHeaders()), 'idempotency-key': key }
  const body = new FormData()
  body.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, `/api/v1${path}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      if (event.lengthComputable) progress(event.loaded / event.total)
    }
    request.onload = () => {
      const { status, responseText } = request
      if (status < 200 || status >= 300) return reject(readError(status, responseText))
      resolve({ created: status === 201, result: JSON.parse(responseText) as Result })
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new ApiError('client.aborted', '', 0))
    if (signal.aborted) return reject(new ApiError('client.aborted', '', 0))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
