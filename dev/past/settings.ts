import type { MessengerSimulator } from '#dev/simulators/messenger/messenger-simulator.ts'
import type { ZaloSimulator } from '#dev/simulators/zalo/zalo-simulator.ts'

export function settingsOfPast(messenger: MessengerSimulator, zalo: ZaloSimulator): Record<string, string> {
  const { id, secret } = messenger.world.app
  const { app } = zalo.world
  return {
    HUMAN_CHECK: 'off',
    AUTH_RATE_LIMITS: 'off',
    META_GRAPH_BASE_URL: messenger.url,
    META_DIALOG_BASE_URL: messenger.url,
    FACEBOOK_APP_ID: id,
    FACEBOOK_APP_SECRET: secret,
    FACEBOOK_VERIFY_TOKEN: 'development',
    FACEBOOK_HUMAN_AGENT: 'on',
    ZALO_API_BASE_URL: zalo.url,
    ZALO_BUSINESS_BASE_URL: zalo.url,
    ZALO_OAUTH_BASE_URL: zalo.url,
    ZALO_APP_ID: app.app_id,
    ZALO_APP_SECRET: app.app_secret,
    ZALO_OA_SECRET_KEY: app.oa_secret_key,
    CRAWL_ALLOWED_HOSTS: new URL(zalo.url).host,
  }
}
