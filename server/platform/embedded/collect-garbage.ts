import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** V8 does not count shared memory, so a closed engine's hundreds of MiB would stay until this thread happens to collect. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
