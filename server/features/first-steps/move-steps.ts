import { sql } from 'kysely'
import type { z } from 'zod'
import { openHosted, reserveHosted } from '#features/channels/website/hosted-page.ts'
import { setBotStatus } from '#features/workspaces/pause-all.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { type chosenStep, type finished, lastStep, type putOff } from '#shared/contracts/first-steps.contract.ts'
import type { FirstSteps } from '#shared/contracts/first-steps.results.ts'
import { lockSteps, readSteps } from './read-steps.ts'

/** The last step shows the shop's chat page address, so it is reserved here. */
export function goToStep(
  platform: Platform,
  { workspaceId }: Caller,
  { version, step }: z.output<typeof chosenStep>,
): Promise<FirstSteps> {
  return platform.db.asService(workspaceId, async tx => {
    await lockSteps(tx, workspaceId, version)
    await sql`update workspaces set first_step = ${step}, first_version = first_version + 1
      where id = ${workspaceId} and first_step is not null`.execute(tx)
    if (step === lastStep) await reserveHosted(platform, tx, workspaceId)
    return readSteps(platform, tx, workspaceId)
  })
}

export async function finishSteps(
  platform: Platform,
  caller: Caller,
  { version, page }: z.output<typeof finished>,
): Promise<FirstSteps> {
  const { workspaceId } = caller
  const steps = await platform.db.asService(workspaceId, async tx => {
    await lockSteps(tx, workspaceId, version)
    if (page) await openHosted(platform, tx, caller)
    await sql`update workspaces set first_step = null, first_later_at = null, first_version = first_version + 1
      where id = ${workspaceId} and first_step is not null`.execute(tx)
    return readSteps(platform, tx, workspaceId)
  })
  await setBotStatus(platform, caller, 'on')
  return steps
}

export function putStepsOff(
  platform: Platform,
  { workspaceId }: Caller,
  { later }: z.output<typeof putOff>,
): Promise<FirstSteps> {
  const at = later ? platform.clock.now() : null
  return platform.db.asService(workspaceId, async tx => {
    await sql`update workspaces set first_later_at = ${at} where id = ${workspaceId} and kind = 'shop'`.execute(tx)
    return readSteps(platform, tx, workspaceId)
  })
}
