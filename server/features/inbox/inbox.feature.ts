import { z } from 'zod'
import { hours, seconds } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import { changedCannedReply, newCannedReply } from '#shared/contracts/inbox/canned-replies.contract.ts'
import { changedCustomer } from '#shared/contracts/customers/customer.contract.ts'
import { bulkBody, conversationsQuery } from '#shared/contracts/inbox/conversations.contract.ts'
import { changedTag, mergedTag, newTag, taggedConversation } from '#shared/contracts/customers/tags.contract.ts'
import { assign, assignBody } from './conversations/assign.ts'
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
import { markRead, readBody } from './conversations/mark-read.ts'
import { countTagUses, mergeTags } from './tags/merge-tags.ts'
import { memberTypes, pauseBody, pauseBot, resumeBot } from './conversations/pause-bot.ts'
import { readHook } from './arrivals/read-hook.ts'
import { releaseHeld } from './delivery/release-held.ts'
import { reply, replyBody } from './messages/reply.ts'
import { retryBody, retryMessage } from './delivery/retry-message.ts'
import { snooze, snoozeBody, wakeSnoozed } from './conversations/snooze.ts'
import { tagConversation } from './tags/tag-conversation.ts'
import { addSampleTags, changeTag, makeTag, removeTag } from './tags/tags.ts'
import { unassignMember } from './conversations/unassign-member.ts'
import { countUnread } from './conversations/unread-conversations.ts'
import { visitorRoutes } from './visitor/visitor-routes.ts'
import { changedNoteBody, changeNote, noteBody, removeNote, writeNote } from './messages/write-note.ts'

const params = z.object({ id: z.uuid() })

export const inboxFeature: Feature = {
  name: 'inbox',
  routes: [
    route('POST /api/v1/conversations/:id/reply', { who: 'member', status: 201, params, body: replyBody }, reply),
    route('POST /api/v1/channels/:id/repair', { who: 'admin', params }, repairChannel),
    route('POST /api/v1/channels/:id/check', { who: 'admin', params }, checkNow),
    route('POST /api/v1/messages/:id/retry', { who: 'member', params, body: retryBody }, retryMessage),
    route('POST /api/v1/conversations/:id/pause-bot', { who: 'member', params, body: pauseBody }, pauseBot),
    route('POST /api/v1/conversations/:id/resume-bot', { who: 'member', params }, resumeBot),
    route('POST /api/v1/conversations/:id/typing', { who: 'member', params }, memberTypes),
    route('POST /api/v1/conversations/:id/close', { who: 'member', params }, closeConversation),
    route('POST /api/v1/conversations/:id/reopen', { who: 'member', params }, reopenConversation),
    route('POST /api/v1/conversations/:id/snooze', { who: 'member', params, body: snoozeBody }, snooze),
    route('POST /api/v1/conversations/:id/assign', { who: 'member', params, body: assignBody }, assign),
    route('POST /api/v1/conversations/:id/read', { who: 'member', params, body: readBody }, markRead),
    route('POST /api/v1/conversations/:id/tags', { who: 'member', params, body: taggedConversation }, tagConversation),
    route('POST /api/v1/tags', { who: 'member', status: 201, body: newTag }, makeTag),
    route('GET /api/v1/tags/uses', { who: 'member' }, countTagUses),
    route('PATCH /api/v1/tags/:id', { who: 'admin', params, body: changedTag }, changeTag),
    route('POST /api/v1/tags/:id/merge', { who: 'admin', params, body: mergedTag }, mergeTags),
    route('DELETE /api/v1/tags/:id', { who: 'admin', params }, removeTag),
    route('GET /api/v1/conversations', { who: 'member', query: conversationsQuery }, listConversations),
    route('GET /api/v1/conversations/unread', { who: 'member' }, countUnread),
    route('POST /api/v1/conversations/bulk', { who: 'member', body: bulkBody }, changeMany),
    route('POST /api/v1/conversations/:id/notes', { who: 'member', status: 201, params, body: noteBody }, writeNote),
    route('PATCH /api/v1/notes/:id', { who: 'member', params, body: changedNoteBody }, changeNote),
    route('DELETE /api/v1/notes/:id', { who: 'member', params }, removeNote),
    route('PATCH /api/v1/conversations/:id/customer', { who: 'member', params, body: changedCustomer }, changeCustomer),
    route('POST /api/v1/canned-replies', { who: 'admin', status: 201, body: newCannedReply }, makeCannedReply),
    route('PATCH /api/v1/canned-replies/:id', { who: 'admin', params, body: changedCannedReply }, changeCannedReply),
    route('DELETE /api/v1/canned-replies/:id', { who: 'admin', params }, removeCannedReply),
  ],
  hears: {
    'workspace.opened': { 'add sample tags': addSampleTags },
    'member.removed': { 'unassign member': unassignMember },
    'channel.connected': { 'fill gap': fillGapOfConnected },
  },
  listens: { 'channel.connected': { 'release held': releaseHeld } },
  jobs: {
    'read hook': readHook,
    'deliver message': deliverMessages,
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
  },
  plugin: visitorRoutes,
}
