/** PostgreSQL's words for who waited five seconds for a row, or found no place: nothing was done, and the caller is asked to try again. */
const tryAgain = new Set(['55P03', '53300'])

/** Does what people do whom a busy machine asks to try again: they try again. */
export async function retryWhenBusy<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!tryAgain.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}
