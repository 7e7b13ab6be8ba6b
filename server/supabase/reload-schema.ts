import type { Platform } from '#platform/platform.ts'
import { forgetTables } from './catalogue.ts'
import { changeables } from './changeable.ts'
import { routines } from './routines.ts'

export async function reloadOnNotify(platform: Platform): Promise<void> {
  await platform.db.engine.listen('pgrst', message => {
    if (message !== '' && message !== 'reload schema') return // '' after a reconnect: one may have been missed
    forgetTables(platform)
    changeables.forget(platform)
    routines.forget(platform)
  })
}
