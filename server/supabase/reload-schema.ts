import type { Platform } from '#platform/platform.ts'
import { forgetTables } from './catalogue.ts'
import { changeables } from './changeable.ts'
import { routines } from './routines.ts'

/** `notify pgrst, 'reload schema'` after tables or functions were changed: the next request looks at them anew. */
export async function reloadOnNotify(platform: Platform): Promise<void> {
  await platform.db.engine.listen('pgrst', message => {
    if (message !== '' && message !== 'reload schema') return // a lost connection may have missed one: ''
    forgetTables(platform)
    changeables.forget(platform)
    routines.forget(platform)
  })
}
