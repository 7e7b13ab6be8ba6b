import { callHeaders, readError, unreachable } from './api.ts'

/** Fetches a file of `/api/v1` under the reader's own rights and gives it to the browser to keep. @throws ApiError */
export async function download(path: string, name: string): Promise<void> {
  const response = await fetch(`/api/v1${path}`, { headers: await callHeaders() }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw readError(response.status, await response.text())
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
