const deadlock = '40P01'
const maxTries = 3

/** For rows whose set may grow while waiting (a merged customer's contacts), where no lock order helps. May run again. */
export async function retryDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === maxTries || !(error instanceof Error && 'code' in error && error.code === deadlock)) throw error
    }
  }
}
