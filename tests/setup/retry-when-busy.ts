/** PostgreSQL: lock timeout, too many connections; nothing was done. */
const tryAgain = new Set(['55P03', '53300'])

export async function retryWhenBusy<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!tryAgain.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}
