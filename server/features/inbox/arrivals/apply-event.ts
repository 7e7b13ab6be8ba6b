import type { ChannelEvent } from '#features/channels/channel-events.ts'
import type { Applied, Arrival } from './arrival.ts'
import { changeMessage } from './change-message.ts'
import { saveSubmittedDetails, recordAct, recordFollow, recordThread } from './contact-acts.ts'
import { saveEcho, recordMarketingSent } from './save-echo.ts'
import { saveArrived } from './save-arrived.ts'
import { markReceipt } from './mark-receipt.ts'
import { recordSubscription } from './record-subscription.ts'

/** Every event may be applied twice. */
export async function applyEvent(arrival: Arrival): Promise<Applied> {
  const { event, platform, tx, channel } = arrival
  const as = <E extends ChannelEvent>(narrowed: E): Arrival<E> => ({ ...arrival, event: narrowed })
  switch (event.kind) {
    case 'message.in':
    case 'postback':
      await saveArrived(as(event))
      return 'done'
    case 'message.echo.own':
    case 'message.echo.human':
      return saveEcho(as(event))
    case 'edit':
    case 'delete':
    case 'reaction':
      await changeMessage(as(event))
      return 'done'
    case 'receipt.delivered':
    case 'receipt.read':
      await markReceipt(as(event))
      return 'done'
    case 'follow':
    case 'unfollow':
      await recordFollow(as(event))
      return 'done'
    case 'subscription':
      await recordSubscription(as(event))
      return 'done'
    case 'marketing.sent':
      await recordMarketingSent(as(event))
      return 'done'
    case 'referral':
    case 'touch':
      await recordAct(as(event))
      return 'done'
    case 'user_info':
      await saveSubmittedDetails(as(event))
      return 'done'
    case 'account':
      await platform.jobs.emit(tx, 'channel.account-reported', {
        workspace_id: channel.workspaceId,
        channel_id: channel.id,
      })
      return 'done'
    case 'thread':
      await recordThread(as(event))
      return 'done'
  }
}
