/** PostgreSQL's word for who waited five seconds for a row: nothing was done, and the caller is asked to try again. */
const waitedTooLong = '55P03'

/** Does what people do whom a busy machine asks to try again: they try again. */
export async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if ((error as { code?: string }).code !== waitedTooLong) throw error
    }
  }
}
