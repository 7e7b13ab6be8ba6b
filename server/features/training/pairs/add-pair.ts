import type { Source } from '../sources/source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { savePair } from './save-pair.ts'
import type { Pair } from './clean-pair.ts'

/** @throws what `savePair` throws */
export async function addPair(platform: Platform, caller: Caller, input: Pair): Promise<Source> {
  const how = { by: caller.personId || null, known: 'refuse' } as const
  return platform.db.asService(caller.workspaceId, tx => savePair(platform, tx, caller.workspaceId, input, how))
}

export async function changePair(platform: Platform, caller: Caller, input: Pair & { id: string }): Promise<Source> {
  const how = { by: caller.personId, id: input.id, known: 'refuse' } as const
  return platform.db.asService(caller.workspaceId, tx => savePair(platform, tx, caller.workspaceId, input, how))
}
