import { hours } from '#platform/clock.ts'
import type { ChannelKind } from '../channel.ts'
import { checkHealth, repair } from './connection/check-health.ts'
import { staticChallenge } from './connection/consent.ts'
import { consentRoutes } from './connection/consent-routes.ts'
import { fetchProfile, placeholderName } from './messages/profile.ts'
import { readEvent } from './messages/read-event.ts'
import { readHistory } from './messages/read-history.ts'
import { readMessageQuota } from './messages/record-quota.ts'
import { readPasted } from './connection/read-pasted.ts'
import { renewDue, renewInTime } from './connection/renew-tokens.ts'
import { send } from './messages/send.ts'
import { siteVerification } from './connection/site-verification.ts'
import { splitHook } from './messages/split-hook.ts'
import { explainRefusal, verify } from './signature.ts'
import { readPlan, zaloTemplates } from './zalo-templates.ts'

export const zalo: ChannelKind = {
  name: 'zalo',
  verify,
  explainRefusal,
  split: (_config, request) => splitHook(request),
  read: (_config, event) => readEvent(event.raw, event.accountId),
  echoesMetadata: false,
  send,
  fetchProfile,
  placeholderName,
  checkHealth,
  repair,
  backfill: readHistory,
  templates: zaloTemplates,
  readPlan,
  readQuota: readMessageQuota,
  // Nothing to end at Zalo: the owner revokes the consent there.
  async disconnect() {},
  readPasted,
  jobs: { 'renew zalo tokens': renewInTime },
  timers: { 'renew zalo tokens': { every: hours(1), run: renewDue } },
  async plugin(app, platform, callerOf) {
    const { config, log } = platform
    if (config.ZALO_APP_ID && config.ZALO_PKCE_MODE === 'static')
      log.info(
        { challenge: await staticChallenge(platform) },
        'Zalo: save this code challenge in the developer console',
      )
    consentRoutes(app, platform, callerOf)
    siteVerification(app, platform)
  },
}
