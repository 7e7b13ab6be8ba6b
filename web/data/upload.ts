import { accessToken, ApiError, callHeaders, readError, unreachable } from './api.ts'
import { anonKey } from './client.ts'

/**
 * Sends one file as multipart field `file`.
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
  const { status, text } = await send(method, `/api/v1${path}`, headers, body, progress, signal)
  return { created: status === 201, result: JSON.parse(text) as Result }
}

/**
 * Puts one file into a bucket, as the official client would, which tells nothing of the way out.
 * @param path where it is to lie in the bucket
 * @param progress hears the share that has left, 0 to 1
 * @throws ApiError; an aborted upload throws one with the code 'client.aborted'
 */
export async function putFile(
  bucket: string,
  path: string,
  file: File,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const apikey = anonKey()
  const headers = { apikey, authorization: `Bearer ${(await accessToken()) ?? apikey}`, 'x-upsert': 'false' }
  const body = new FormData()
  body.append('cacheControl', '3600')
  body.append('metadata', JSON.stringify({ name: file.name }))
  body.append('', file)
  await send('POST', `/storage/v1/object/${bucket}/${path}`, headers, body, progress, signal)
}

/** XMLHttpRequest, because fetch tells nothing of the way out. */
function send(
  method: 'POST' | 'PUT',
  address: string,
  headers: Record<string, string>,
  body: FormData,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      if (event.lengthComputable) progress(event.loaded / event.total)
    }
    request.onload = () => {
      const { status, responseText } = request
      if (status < 200 || status >= 300) return reject(readError(status, responseText))
      resolve({ status, text: responseText })
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new ApiError('client.aborted', '', 0))
    if (signal.aborted) return reject(new ApiError('client.aborted', '', 0))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
