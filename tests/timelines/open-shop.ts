import type { TestPlatform } from '#server/testing.ts'
import { connectScripted, type ScriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { draftAll, openAccounts, takeOver } from './what-is-written.ts'

type Kind = 'facebook' | 'zalo'
export type Kinds = Record<Kind, ScriptedKind>
export type Channels = Record<Kind | 'website', { id: string; accountId: string }>

export type Opened = {
  workspace: TestWorkspace
  channels: Channels
  /** by campaign number, and of the template */
  ids: string[]
  templateId: string
}

/** `like`: a shop whose campaigns are copied, which is faster than writing them again */
export async function openShop(platform: TestPlatform, kinds: Kinds, like?: Opened): Promise<Opened> {
  const workspace = await makeWorkspace(platform)
  const channels = {
    facebook: await connectScripted(platform, workspace, kinds.facebook),
    zalo: await connectScripted(platform, workspace, kinds.zalo),
    website: { id: workspace.channelId, accountId: '' },
  }
  const templateId = await openAccounts(platform, workspace, channels)
  const from = like && { workspaceId: like.workspace.workspaceId, templateId: like.templateId }
  const ids = from
    ? await takeOver(platform, workspace, from, templateId)
    : await draftAll(platform, workspace, templateId)
  return { workspace, channels, ids, templateId }
}
