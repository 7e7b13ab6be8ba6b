import { widgetApi } from '#shared/contracts/widget.api.ts'
import { hours, seconds } from '#platform/clock.ts'
import { describe, type Feature, routesOf } from '#platform/feature.ts'
import { assign } from './conversations/assign.ts'
import { changeCannedReply, makeCannedReply, removeCannedReply } from './messages/canned-replies.ts'
import { changeCustomer } from './profile/change-customer.ts'
import { changeMany } from './conversations/change-many.ts'
import { checkChannel, checkChannels, repairChannel } from './health/check-channel.ts'
import { checkNow } from './health/check-now.ts'
import { closeConversation, reopenConversation } from './conversations/close-conversation.ts'
import { copyAttachment } from './messages/copy-attachment.ts'
import { deliverMessages, wakeDeliveries } from './delivery/deliver-messages.ts'
import { endPauses } from './conversations/end-pauses.ts'
import { fetchProfile } from './profile/fetch-profile.ts'
import { fillGap, fillGapOfConnected } from './arrivals/fill-gap.ts'
import { listConversations } from './conversations/list-conversations.ts'
import { markRead } from './conversations/mark-read.ts'
import { countTagUses, mergeTags } from './tags/merge-tags.ts'
import { memberTypes, pauseBot, resumeBot } from './conversations/pause-bot.ts'
import { readPaidReplies, savePaidReplies } from './delivery/paid-reply-limit.ts'
import { readHook } from './arrivals/read-hook.ts'
import { releaseHeld, releaseOfNewMonth, releasePaid } from './delivery/release-held.ts'
import { reply } from './messages/reply.ts'
import { retryMessage } from './delivery/retry-message.ts'
import { snooze, wakeSnoozed } from './conversations/snooze.ts'
import { tagConversation } from './tags/tag-conversation.ts'
import { addSampleTags, changeTag, makeTag, removeTag } from './tags/tags.ts'
import { unassignMember } from './conversations/unassign-member.ts'
import { countUnread } from './conversations/unread-conversations.ts'
import { visitorRoutes } from './visitor/visitor-routes.ts'
import { changeNote, removeNote, writeNote } from './messages/write-note.ts'
import { inboxApi } from '#shared/contracts/inbox/inbox.api.ts'

const route = routesOf(inboxApi)

export const inboxFeature: Feature = {
  name: 'inbox',
  routes: [
    route('POST /api/v1/conversations/:id/reply', { who: 'member', status: 201 }, reply),
    route('POST /api/v1/channels/:id/repair', { who: 'admin' }, repairChannel),
    route('POST /api/v1/channels/:id/check', { who: 'admin' }, checkNow),
    route('GET /api/v1/channels/:id/paid-replies', { who: 'member' }, readPaidReplies),
    route('PUT /api/v1/channels/:id/paid-replies', { who: 'admin' }, savePaidReplies),
    route('POST /api/v1/messages/:id/retry', { who: 'member' }, retryMessage),
    route('POST /api/v1/conversations/:id/pause-bot', { who: 'member' }, pauseBot),
    route('POST /api/v1/conversations/:id/resume-bot', { who: 'member' }, resumeBot),
    route('POST /api/v1/conversations/:id/typing', { who: 'member' }, memberTypes),
    route('POST /api/v1/conversations/:id/close', { who: 'member' }, closeConversation),
    route('POST /api/v1/conversations/:id/reopen', { who: 'member' }, reopenConversation),
    route('POST /api/v1/conversations/:id/snooze', { who: 'member' }, snooze),
    route('POST /api/v1/conversations/:id/assign', { who: 'member' }, assign),
    route('POST /api/v1/conversations/:id/read', { who: 'member' }, markRead),
    route('POST /api/v1/conversations/:id/tags', { who: 'member' }, tagConversation),
    route('POST /api/v1/tags', { who: 'member', status: 201 }, makeTag),
    route('GET /api/v1/tags/uses', { who: 'member' }, countTagUses),
    route('PATCH /api/v1/tags/:id', { who: 'admin' }, changeTag),
    route('POST /api/v1/tags/:id/merge', { who: 'admin' }, mergeTags),
    route('DELETE /api/v1/tags/:id', { who: 'admin' }, removeTag),
    route('GET /api/v1/conversations', { who: 'member' }, listConversations),
    route('GET /api/v1/conversations/unread', { who: 'member' }, countUnread),
    route('POST /api/v1/conversations/bulk', { who: 'member' }, changeMany),
    route('POST /api/v1/conversations/:id/notes', { who: 'member', status: 201 }, writeNote),
    route('PATCH /api/v1/notes/:id', { who: 'member' }, changeNote),
    route('DELETE /api/v1/notes/:id', { who: 'member' }, removeNote),
    route('PATCH /api/v1/conversations/:id/customer', { who: 'member' }, changeCustomer),
    route('POST /api/v1/canned-replies', { who: 'admin', status: 201 }, makeCannedReply),
    route('PATCH /api/v1/canned-replies/:id', { who: 'admin' }, changeCannedReply),
    route('DELETE /api/v1/canned-replies/:id', { who: 'admin' }, removeCannedReply),
  ],
  onEmit: {
    'workspace.opened': { 'add sample tags': addSampleTags },
    'member.removed': { 'unassign member': unassignMember },
    'channel.connected': { 'fill gap': fillGapOfConnected },
  },
  listens: { 'channel.connected': { 'release held': releaseHeld } },
  jobs: {
    'read hook': readHook,
    'deliver message': deliverMessages,
    'release paid': releasePaid,
    'check channel': checkChannel,
    'fill gap': fillGap,
    'copy attachment': copyAttachment,
    'fetch profile': fetchProfile,
  },
  timers: {
    'wake snoozed': { every: seconds(20), run: wakeSnoozed },
    'end pauses': { every: seconds(20), run: endPauses },
    'wake deliveries': { every: seconds(60), run: wakeDeliveries },
    'check channels': { every: hours(1), run: checkChannels },
    'release paid of new month': { every: hours(1), run: releaseOfNewMonth },
  },
  described: [
    describe(widgetApi, 'GET /widget/v1/human-check', { who: 'anyone' }),
    describe(widgetApi, 'GET /widget/v1/events', { who: 'anyone' }),
    describe(widgetApi, 'POST /widget/v1/sessions', { who: 'anyone' }),
    describe(widgetApi, 'POST /widget/v1/messages', { who: 'anyone', status: 201 }),
    describe(widgetApi, 'GET /widget/v1/messages', { who: 'anyone' }),
    describe(widgetApi, 'POST /widget/v1/files', { who: 'anyone', status: 201 }),
    describe(widgetApi, 'GET /widget/v1/files/:id', { who: 'anyone' }),
    describe(widgetApi, 'POST /widget/v1/typing', { who: 'anyone', status: 204 }),
    describe(widgetApi, 'POST /widget/v1/read', { who: 'anyone', status: 204 }),
    describe(widgetApi, 'POST /widget/v1/rating', { who: 'anyone', status: 204 }),
  ],
  plugin: visitorRoutes,
}
