const deadlock = '40P01'
const maxTries = 3

/**
 * Begins a transaction anew where the database gave it up to end a deadlock. For work whose set of rows may grow while it waits for the
 * first of them, as a customer's contacts do when two customers become one: no order of locks helps there.
 * @param transaction may be run again: it changes nothing but the database
 * @throws what the last try throws
 */
export async function retryDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === maxTries || !(error instanceof Error && 'code' in error && error.code === deadlock)) throw error
    }
  }
}
