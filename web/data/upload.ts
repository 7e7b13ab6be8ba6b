import type { ApiAddress, Asked, Result } from '#shared/contracts/api.ts'
import { accessToken, ApiError, callHeaders, readError, requestOf, unreachable } from './api.ts'
import { anonKey } from './client.ts'

type UploadAddress = { [A in ApiAddress]: Asked<A> extends { body: File } ? A : never }[ApiAddress]

/**
 * @param key the same key gives the same result when repeated
 * @returns `created` is false if the server already had it
 * @throws ApiError; 'client.aborted' when aborted
 */
export async function upload<A extends UploadAddress>(
  address: A,
  asked: Asked<A>,
  key: string,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<{ created: boolean; result: Result<A> }> {
  const { method, path, body: file } = requestOf(address, asked)
  const headers = { ...(await callHeaders()), 'idempotency-key': key }
  const body = new FormData()
  if (file instanceof File) body.append('file', file, file.name)
  const { status, text } = await send(method, path, headers, body, progress, signal)
  return { created: status === 201, result: JSON.parse(text) as Result<A> }
}

/**
 * The official client's upload reports no progress (0 to 1).
 * @throws ApiError; 'client.aborted' when aborted
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

/** XMLHttpRequest, because fetch reports no upload progress. */
function send(
  method: string,
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
