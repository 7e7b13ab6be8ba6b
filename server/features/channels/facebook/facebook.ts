import { days, hours } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { routesOf } from '#platform/feature.ts'
import type { Platform } from '#platform/platform.ts'
import type { ChannelKind, PastedTokens } from '../channel.ts'
import { facebookTemplates } from './marketing/facebook-templates.ts'
import { facebookRoutes } from './facebook-routes.ts'
import { askGraph, GraphError } from './graph.ts'
import { backfill } from './messages/history.ts'
import { facebookMarketing } from './marketing/marketing.ts'
import { checkHealth, repair } from './connection/page-health.ts'
import { connectPages, listPages } from './connection/pick-pages.ts'
import { fetchProfile, placeholderName } from './messages/profile.ts'
import { read } from './messages/read.ts'
import { readEstimates } from './marketing/read-estimates.ts'
import { send, showTyping } from './messages/send.ts'
import { asId, asText } from './shapes.ts'
import { forgetOldSignIns } from './connection/sign-in.ts'
import { greet, verify } from './signature.ts'
import { split } from './messages/split.ts'
import { subscribe, unsubscribe } from './connection/subscription.ts'
import { facebookApi } from '#shared/contracts/channels/facebook.api.ts'

const route = routesOf(facebookApi)

export const facebook: ChannelKind = {
  name: 'facebook',
  verify,
  greet,
  split,
  read,
  echoesMetadata: true,
  send,
  showTyping,
  fetchProfile,
  placeholderName,
  checkHealth,
  repair,
  backfill,
  disconnect: unsubscribe,
  readPasted,
  subscribe,
  templates: facebookTemplates,
  marketing: facebookMarketing,
  routes: [
    route('GET /api/v1/channels/facebook/pages', { who: 'admin' }, listPages),
    route('POST /api/v1/channels/facebook/pages', { who: 'admin' }, connectPages),
  ],
  timers: {
    'forget Facebook sign-ins': { every: hours(1), run: forgetOldSignIns },
    'read prices of marketing messages': { every: days(1), run: readEstimates },
  },
  plugin: facebookRoutes,
}

/** @throws channel.token_invalid, channel.account_mismatch */
async function readPasted(platform: Platform, { accountId, token }: PastedTokens) {
  const page = await askGraph(platform, { path: 'me', query: { fields: 'id,name' }, token }).catch((error: unknown) => {
    if (!(error instanceof GraphError)) throw error
    throw failure('channel.token_invalid', { detail: error.refusal.detail })
  })
  if (asId(page['id']) !== accountId) throw failure('channel.account_mismatch')
  return { name: (asText(page['name']) ?? accountId).slice(0, 200), secrets: { token } }
}
