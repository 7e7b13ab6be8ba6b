import { sql } from 'kysely'
import { copyBroadcast, retryBroadcast } from '#features/broadcasts/sending/retry-broadcast.ts'
import { cancelBroadcast, pauseBroadcast, resumeBroadcast } from '#features/broadcasts/sending/change-state.ts'
import { changeBroadcast } from '#features/broadcasts/drafts/drafts.ts'
import { previewBroadcast } from '#features/broadcasts/drafts/preview-broadcast.ts'
import { changeSequence } from '#features/broadcasts/sequences/edit-sequences.ts'
import { enterSequence } from '#features/broadcasts/sequences/enter-sequence.ts'
import { publishSequence } from '#features/broadcasts/sequences/publish.ts'
import { startBroadcast } from '#features/broadcasts/sending/start.ts'
import { addConsent } from '#features/customers/consent/consent-ledger.ts'
import { askErasure } from '#features/customers/rights/erase-customer.ts'
import { Failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { TestPlatform } from '#server/testing.ts'
import { deliver } from '#tests/fixtures/scripted-kind.ts'
import type { TestWorkspace } from '#tests/fixtures/workspace.ts'
import { type Act, broadcasts, copyOf, kindOfWho, type LogEntry, planHolds, prices, type Who } from './acts.ts'
import { askedFor, confirmOpen } from './confirm-open.ts'
import { merge, part } from './one-or-two.ts'
import type { Channels, Kinds, Opened } from './open-shop.ts'
import { leaveOfPlan, sendFromPage, setRules } from './shop-settings.ts'
import { contentOf, planOf, publishing } from './what-is-written.ts'

type Beside = Pick<LogEntry, 'max' | 'text' | 'startedStale'>

export type ShopOfDays = {
  workspaceId: string
  refusesNext: Set<string>
  /** @returns side effects; undefined if it could not happen */
  happen(act: Act): Promise<Beside | undefined>
}

export function actsOf(platform: TestPlatform, kinds: Kinds, { workspace, channels, ...made }: Opened): ShopOfDays {
  const acts = new ActsOfShop(platform, kinds, workspace, channels, { ...made, ids: [...made.ids] })
  return {
    workspaceId: workspace.workspaceId,
    refusesNext: acts.refusesNext,
    happen: act => acts.happen(act),
  }
}

class ActsOfShop {
  private readonly platform: TestPlatform
  private readonly kinds: Kinds
  private readonly workspace: TestWorkspace
  private readonly channels: Channels
  private readonly made: { ids: string[]; templateId: string }
  private edits = 0
  readonly refusesNext = new Set<string>()

  constructor(
    platform: TestPlatform,
    kinds: Kinds,
    workspace: TestWorkspace,
    channels: Channels,
    made: { ids: string[]; templateId: string },
  ) {
    this.platform = platform
    this.kinds = kinds
    this.workspace = workspace
    this.channels = channels
    this.made = made
  }

  async happen(act: Act): Promise<Beside | undefined> {
    try {
      return await this.act(act)
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }

  private async act(act: Act): Promise<Beside | undefined> {
    const { platform } = this
    const { admin } = this.workspace
    const id = 'which' in act ? (this.made.ids[act.which] ?? '') : ''
    if ('which' in act && !id) return undefined
    switch (act.is) {
      case 'writes':
        return this.sendText(act.who, 'còn hàng không shop')
      case 'refuses':
        return this.sendText(act.who, 'TC')
      case 'asks':
        return this.sendText(act.who, askedFor[act.what])
      case 'confirmed':
        return confirmOpen(platform, admin, { channelId: this.channels[kindOfWho(act.who)].id, ...act })
      case 'subscribes':
      case 'stops':
        return this.subscribes(act.who, act.is === 'subscribes')
      case 'unfollows':
        return this.unfollows(act.who)
      case 'agrees':
        return this.agrees(act.who)
      case 'erased':
        return this.erased(act.who)
      case 'merged':
        return merge(platform, admin, await this.customerOf(act.who), await this.customerOf(act.with))
      case 'parted':
        return part(platform, admin, await this.customerOf(act.who))
      case 'enters':
        return this.enters(act.who, id)
      case 'edited':
        await changeSequence(platform, admin, {
          id,
          plan: planOf((act.which - broadcasts.length) / 2, this.made.templateId, ` lần ${++this.edits}`),
        })
        await publishSequence(platform, admin, {
          ...{ id, inside: this.edits % 2 ? 'move' : 'finish', ...publishing },
        })
        return {}
      case 'starts':
        return this.starts(id)
      case 'changed':
        return this.changes(act.which, id)
      case 'copies':
        return this.copies(act.which, id)
      case 'retries':
        await retryBroadcast(platform, admin, { id, unsure: false })
        return {}
      case 'cancels':
        await cancelBroadcast(platform, admin, { id })
        return {}
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
      case 'higher':
      case 'cheaper':
        return this.write(sql`update templates set price_uid = ${act.is === 'higher' ? prices.higher : prices.normal}
          where id = ${this.made.templateId}`)
      case 'rules':
        return setRules(platform, admin, act.like)
      case 'nearly used up':
        return leaveOfPlan(platform, admin, act.units)
      case 'refilled':
        return leaveOfPlan(platform, admin, planHolds)
      case 'refuses-next':
        this.refusesNext.add(act.kind)
        return {}
    }
  }

  private async write(statement: ReturnType<typeof sql>): Promise<object> {
    await this.platform.db.asService(this.workspace.workspaceId, tx => statement.execute(tx))
    return {}
  }

  private async sendText(who: Who, text: string): Promise<object> {
    const kind = kindOfWho(who)
    if (kind === 'website') return sendFromPage(this.platform, this.workspace, who, text)
    const message = { text, attachments: [], time: this.platform.clock.now() }
    await deliver(this.platform, this.kinds[kind], this.channels[kind].accountId, [
      { kind: 'message.in', userId: who, externalId: newId(), ...message },
    ])
    return {}
  }

  private async subscribes(who: Who, yes: boolean): Promise<object> {
    const subscription = { subscribes: yes, token: `key of ${who}`, time: this.platform.clock.now() }
    await deliver(this.platform, this.kinds.facebook, this.channels.facebook.accountId, [
      { kind: 'subscription', userId: who, ...subscription },
    ])
    return {}
  }

  private async unfollows(who: Who): Promise<object> {
    await deliver(this.platform, this.kinds.zalo, this.channels.zalo.accountId, [
      { kind: 'unfollow', userId: who, time: this.platform.clock.now() },
    ])
    return {}
  }

  private async erased(who: Who): Promise<object | undefined> {
    const id = await this.customerOf(who)
    return id === undefined ? undefined : askErasure(this.platform, this.workspace.admin, { id })
  }

  private async starts(id: string): Promise<{ max: number }> {
    const { platform } = this
    const { admin } = this.workspace
    const { preview_id, preview } = await previewBroadcast(platform, admin, { id, confirmed: false })
    const max = preview.cost.exact + preview.cost.estimated
    await startBroadcast(platform, admin, { id, preview_id, max_cost: max })
    return { max }
  }

  private async changes(which: number, id: string): Promise<Beside> {
    const { platform } = this
    const { admin } = this.workspace
    const { preview_id } = await previewBroadcast(platform, admin, { id, confirmed: false })
    const text = `Tin ${which} lần ${++this.edits}`
    await changeBroadcast(platform, admin, {
      id,
      content: { ...contentOf(which, this.made.templateId, text), b: null },
    })
    try {
      await startBroadcast(platform, admin, { id, preview_id, max_cost: 1_000_000 })
    } catch (error) {
      if (error instanceof Failure) return { text, startedStale: false }
      throw error
    }
    return { text, startedStale: true }
  }

  private async copies(which: number, id: string): Promise<Beside | undefined> {
    const copy = copyOf(which)
    if (this.made.ids[copy]) return undefined
    const { admin } = this.workspace
    const made = await copyBroadcast(this.platform, admin, { id, rest: true })
    const content = { ...contentOf(copy, this.made.templateId, `Tin ${copy}`), b: null }
    await changeBroadcast(this.platform, admin, { id: made.id, content })
    const started = await this.starts(made.id)
    this.made.ids[copy] = made.id
    return started
  }

  /** As when the account's templates are read. */
  private async changeTemplate(state: 'disabled' | 'approved'): Promise<object | undefined> {
    const { workspaceId } = this.workspace
    const { templateId } = this.made
    return this.platform.db.asService(workspaceId, async tx => {
      const { rows } =
        await sql`update templates set state = ${state} where id = ${templateId} and state <> ${state} returning id`.execute(
          tx,
        )
      if (rows.length === 0) return undefined
      const template = { workspace_id: workspaceId, template_id: templateId, channel_id: this.channels.zalo.id, state }
      const was = state === 'approved' ? 'disabled' : 'approved'
      await this.platform.jobs.emit(tx, 'template.changed', { ...template, was })
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

  /** In their own latest message, so that it is known which of two said it. */
  private async agrees(who: Who): Promise<object | undefined> {
    const { workspaceId } = this.workspace
    const channelIds = [this.channels[kindOfWho(who)].id]
    return this.platform.db.asService(workspaceId, async tx => {
      const { rows } = await sql<{ customer_id: string; message_id: string }>`select c.customer_id, m.id as message_id
        from contacts c join conversations v on v.workspace_id = c.workspace_id and v.contact_id = c.id
        join messages m on m.workspace_id = v.workspace_id and m.conversation_id = v.id and m.direction = 'in'
        where c.channel_id = ${channelIds[0]} and c.external_id = ${who} order by m.created_at desc, m.seq desc limit 1`.execute(
        tx,
      )
      const [newest] = rows
      if (!newest) return undefined
      await addConsent(this.platform, tx, {
        ...{ workspaceId, customerId: newest.customer_id, channelIds, purposes: ['promotion', 'care'] },
        ...{ act: 'given', how: 'message', words: 'Vâng', messageId: newest.message_id, event: newId() },
      })
      return {}
    })
  }

  /** Once ever: a second entry is refused and is no new beginning. */
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
