import { ApiError, callHeaders, readError, unreachable } from './api.ts'

/**
 * Sends one file as multipart field `file`. XMLHttpRequest, because fetch tells nothing of the way out.
 * @param progress hears the share that has left, 0 to 1
 * @throws ApiError; an aborted upload throws one with the code 'client.aborted'
 */
export async function upload<Result>(
  path: string,
  file: File,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Result> {
  const headers = await callHeaders()
  const body = new FormData()
  body.append('file', file, file.name)
  return new Promise<Result>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/v1${path}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      if (event.lengthComputable) progress(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as Result)
      else reject(readError(request.status, request.responseText))
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new ApiError('client.aborted', '', 0))
    if (signal.aborted) return reject(new ApiError('client.aborted', '', 0))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
