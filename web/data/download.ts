import type { ApiAddress, Asked, Result } from '#shared/contracts/api.ts'
import { callHeaders, readError, requestOf, unreachable } from './api.ts'

type FileAddress = { [A in ApiAddress]: Result<A> extends File ? A : never }[ApiAddress]

/**
 * Downloads under the reader's own rights.
 * @throws ApiError
 */
export async function download<A extends FileAddress>(address: A, asked: Asked<A>, name: string): Promise<void> {
  const content = URL.createObjectURL(await readFile(address, asked))
  const link = document.createElement('a')
  link.href = content
  link.download = name
  link.click()
  // By then the browser has read it.
  setTimeout(() => URL.revokeObjectURL(content), 10_000)
}

/**
 * Under the reader's own rights.
 * @throws ApiError
 */
export async function readFile<A extends FileAddress>(
  address: A,
  asked: Asked<A>,
  signal: AbortSignal | null = null,
): Promise<Blob> {
  const response = await fetch(requestOf(address, asked).path, { headers: await callHeaders(), signal }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw readError(response.status, await response.text())
  return response.blob()
}
