// A shop on Messenger and Zalo, as its random days begin, and how an act happens in it.
import { sql } from 'kysely'
import { pauseBroadcast, resumeBroadcast } from '#features/broadcasts/change-state.ts'
import { makeBroadcast } from '#features/broadcasts/drafts.ts'
import { previewBroadcast } from '#features/broadcasts/preview-broadcast.ts'
import { changeSequence, makeSequence } from '#features/broadcasts/sequences/edit-sequences.ts'
import { enterSequence } from '#features/broadcasts/sequences/enter-sequence.ts'
import { publishSequence } from '#features/broadcasts/sequences/publish.ts'
import { startBroadcast } from '#features/broadcasts/start.ts'
import { addConsent } from '#features/customers/consent-ledger.ts'
import { mergeCustomers } from '#features/customers/merge-customers.ts'
import { Failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { TestPlatform } from '#server/testing.ts'
import { broadcastDraft } from '#shared/contracts/broadcasts.contract.ts'
import type { SequencePlan } from '#shared/contracts/sequences.contract.ts'
import { connectScripted, deliver, type ScriptedKind } from '#tests/scripted-kind.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/workspace.ts'
import { type Act, broadcasts, byTemplate, kindOfWho, numberOf, sequences, templatePrice, type Who } from './acts.ts'

type Kind = 'facebook' | 'zalo'
export type Kinds = Record<Kind, ScriptedKind>
type Channel = { id: string; accountId: string }

/** @returns what happened beside it; undefined: it did not happen, as what is not started cannot be paused */
export type ShopOfDays = { workspaceId: string; happen(act: Act): Promise<{ most?: number } | undefined> }

export async function openShop(platform: TestPlatform, kinds: Kinds): Promise<ShopOfDays> {
  const workspace = await makeWorkspace(platform)
  const channels = {
    facebook: await connectScripted(platform, workspace, kinds.facebook),
    zalo: await connectScripted(platform, workspace, kinds.zalo),
  }
  const ids = await draftAll(platform, workspace, channels)
  const acts = new ActsOfShop(platform, kinds, workspace, channels, ids)
  return { workspaceId: workspace.workspaceId, happen: act => acts.happen(act) }
}

async function draftAll(platform: TestPlatform, workspace: TestWorkspace, channels: Record<Kind, Channel>) {
  const { workspaceId, admin } = workspace
  const templateId = newId()
  const now = platform.clock.now()
  await platform.db.asService(workspaceId, async tx => {
    await sql`insert into private.ad_accounts (workspace_id, channel_id, account_id, name, estimate, linked_by, linked_at)
      values (${workspaceId}, ${channels.facebook.id}, '88', 'Quảng cáo', 300, ${admin.personId}, ${now})`.execute(tx)
    const params = [{ name: 'tin', type: 'text', required: true, least: 0, most: 100 }]
    await sql`insert into templates (id, workspace_id, channel_id, external_id, name, state, tag, params, price_uid, described_at, read_at)
      values (${templateId}, ${workspaceId}, ${channels.zalo.id}, '701', 'Mẫu', 'approved', 'promotion', ${JSON.stringify(params)}::jsonb,
        ${templatePrice}, ${now}, ${now})`.execute(tx)
  })
  const ids: string[] = [templateId]
  for (const [at, purpose] of broadcasts.entries()) {
    const said = `Tin ${at}`
    const template = at === byTemplate ? { template: { id: templateId, values: { tin: said } } } : {}
    const content = { texts: at === byTemplate ? {} : { vi: said }, ...template }
    const routes = ['facebook.response', 'facebook.marketing', 'zalo.consultation']
    const draft = broadcastDraft.parse({ name: 'Tin', purpose, content, routes, max_each: 300 })
    ids[at] = (await makeBroadcast(platform, admin, draft)).id
  }
  for (const at of sequences.keys()) {
    const { id } = await makeSequence(platform, admin, { name: 'Chuỗi', plan: planOf(at, '') })
    await publishSequence(platform, admin, { id, inside: 'finish', confirmed: true, max_each: 0, max_month: 0 })
    ids[numberOf(at, 0)] = id
  }
  return { ids, templateId }
}

/** A message, hours later another one. */
function planOf(sequence: number, mark: string): SequencePlan {
  const [first, second] = sequences[sequence] ?? ['care', 'care']
  const say = (message: number, purpose: 'care' | 'promotion') => ({
    ...{ id: `s${message}`, is: 'message' as const, purpose, fallback: 'vi' as const },
    ...{ texts: { vi: `Tin ${numberOf(sequence, message)}${mark}` } },
    ...{ within_hours: 20, otherwise: 'skip' as const },
  })
  const wait = { id: 'w', is: 'wait' as const, minutes: 180, at: null, weekdays: [] }
  return {
    trigger: { on: 'hand' },
    goal: null,
    again_after_days: null,
    steps: [say(0, first), wait, say(1, second)],
  }
}

class ActsOfShop {
  private readonly platform: TestPlatform
  private readonly kinds: Kinds
  private readonly workspace: TestWorkspace
  private readonly channels: Record<Kind, Channel>
  private readonly made: { ids: string[]; templateId: string }
  private edits = 0

  constructor(
    platform: TestPlatform,
    kinds: Kinds,
    workspace: TestWorkspace,
    channels: Record<Kind, Channel>,
    made: { ids: string[]; templateId: string },
  ) {
    this.platform = platform
    this.kinds = kinds
    this.workspace = workspace
    this.channels = channels
    this.made = made
  }

  async happen(act: Act): Promise<{ most?: number } | undefined> {
    try {
      return await this.act(act)
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }

  private async act(act: Act): Promise<{ most?: number } | undefined> {
    const { platform } = this
    const { admin } = this.workspace
    const id = 'which' in act ? (this.made.ids[act.which] ?? '') : ''
    switch (act.is) {
      case 'writes':
        return this.says(act.who, 'còn hàng không shop')
      case 'refuses':
        return this.says(act.who, 'TC')
      case 'subscribes':
      case 'stops':
        return this.subscribes(act.who, act.is === 'subscribes')
      case 'agrees':
        return this.agrees(act.who)
      case 'merged':
        return this.merges(act.who, act.with)
      case 'enters':
        return this.enters(act.who, id)
      case 'edited':
        await changeSequence(platform, admin, {
          ...{ id, plan: planOf((act.which - broadcasts.length) / 2, ` lần ${++this.edits}`) },
        })
        await publishSequence(platform, admin, {
          ...{ id, inside: this.edits % 2 ? 'move' : 'finish', ...{ confirmed: true, max_each: 0, max_month: 0 } },
        })
        return {}
      case 'starts':
        return this.starts(id)
      case 'pauses':
        await pauseBroadcast(platform, admin, { id })
        return {}
      case 'resumes':
        await resumeBroadcast(platform, admin, { id })
        return {}
      case 'lost':
      case 'found':
        return this.write(sql`update channels set status = ${act.is === 'lost' ? 'needs_reconnect' : 'connected'}
          where id = ${this.channels[act.kind].id}`)
      case 'withdrawn':
      case 'approved':
        return this.changeTemplate(act.is === 'withdrawn' ? 'disabled' : 'approved')
    }
  }

  private async write(statement: ReturnType<typeof sql>): Promise<object> {
    await this.platform.db.asService(this.workspace.workspaceId, tx => statement.execute(tx))
    return {}
  }

  private async says(who: Who, text: string): Promise<object> {
    const kind = kindOfWho(who)
    const said = { text, attachments: [], time: this.platform.clock.now() }
    await deliver(this.platform, this.kinds[kind], this.channels[kind].accountId, [
      { kind: 'message.in', userId: who, externalId: newId(), ...said },
    ])
    return {}
  }

  private async subscribes(who: Who, yes: boolean): Promise<object> {
    const told = { subscribes: yes, token: `key of ${who}`, time: this.platform.clock.now() }
    await deliver(this.platform, this.kinds.facebook, this.channels.facebook.accountId, [
      { kind: 'subscription', userId: who, ...told },
    ])
    return {}
  }

  private async starts(id: string): Promise<{ most: number }> {
    const { platform } = this
    const { admin } = this.workspace
    const { preview_id, preview } = await previewBroadcast(platform, admin, { id, confirmed: false })
    const most = preview.cost.exact + preview.cost.estimated
    await startBroadcast(platform, admin, { id, preview_id, max_cost: most })
    return { most }
  }

  /** Told as a read of the account's templates tells it. */
  private async changeTemplate(state: 'disabled' | 'approved'): Promise<object | undefined> {
    const { workspaceId } = this.workspace
    const { templateId } = this.made
    return this.platform.db.asService(workspaceId, async tx => {
      const { rows } =
        await sql`update templates set state = ${state} where id = ${templateId} and state <> ${state} returning id`.execute(
          tx,
        )
      if (rows.length === 0) return undefined
      const told = { workspace_id: workspaceId, template_id: templateId, channel_id: this.channels.zalo.id, state }
      await this.platform.jobs.emit(tx, 'template.changed', told)
      return {}
    })
  }

  private async customerOf(who: Who): Promise<string | undefined> {
    const channel = this.channels[kindOfWho(who)]
    const { rows } = await this.platform.db.asService(this.workspace.workspaceId, tx =>
      sql<{
        customer_id: string
      }>`select customer_id from contacts where channel_id = ${channel.id} and external_id = ${who}`.execute(tx),
    )
    return rows[0]?.customer_id
  }

  private async agrees(who: Who): Promise<object | undefined> {
    const customerId = await this.customerOf(who)
    if (!customerId) return undefined
    const { workspaceId } = this.workspace
    const channelIds = [this.channels[kindOfWho(who)].id]
    await this.platform.db.asService(workspaceId, tx =>
      addConsent(this.platform, tx, {
        ...{ workspaceId, customerId, channelIds, purposes: ['promotion', 'care'] },
        ...{ act: 'given', how: 'message', words: 'Vâng', event: newId() },
      }),
    )
    return {}
  }

  private async merges(who: Who, other: Who): Promise<object | undefined> {
    const [stays, goes] = [await this.customerOf(who), await this.customerOf(other)]
    if (!stays || !goes) return undefined
    await mergeCustomers(this.platform, this.workspace.admin, { customer_id: stays, merged_id: goes })
    return {}
  }

  /** Only once ever: whoever comes again is not let in, and that is no new beginning. */
  private async enters(who: Who, sequenceId: string): Promise<object | undefined> {
    const customerId = await this.customerOf(who)
    if (!customerId) return undefined
    const { workspaceId } = this.workspace
    return this.platform.db.asService(workspaceId, async tx => {
      const { rows } =
        await sql`select from private.sequence_runs where sequence_id = ${sequenceId} and customer_id = ${customerId}`.execute(
          tx,
        )
      if (rows.length > 0) return undefined
      const run = await enterSequence(this.platform, tx, { workspaceId, sequenceId, customerId, by: 'button' })
      return run === undefined ? undefined : {}
    })
  }
}
