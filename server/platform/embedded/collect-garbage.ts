import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back at once what nothing holds any more. Shared memory does not count as memory of those who look at it, so that nothing
 * else would move V8 to do it: an engine that is over would keep its hundreds of MiB until this thread happens to be tidied.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
