import { z } from 'zod'
import { address, flag, hoursOfDay, whole, zaloFlag } from './setting-schemas.ts'

export const zaloSettings = {
  ZALO_APP_ID: ['Zalo official accounts: the id of the app in Zalo’s developer console', '', z.string()],
  ZALO_APP_SECRET: ['and its secret key', '', z.string()],
  ZALO_OA_SECRET_KEY: [
    'the OA secret key of the console’s webhook page, which signs the events (default: ZALO_APP_SECRET)',
    '',
    z.string(),
  ],
  ZALO_PKCE_MODE: [
    'per_request: each sign-in has a code challenge of its own; static: one for all, to be saved in the console; none',
    'per_request',
    z.enum(['per_request', 'static', 'none']),
  ],
  ZALO_WEBHOOK_ACCEPT_OA_ID: [
    'on: signatures that begin with the account’s id instead of the app’s count too',
    'off',
    zaloFlag,
  ],
  ZALO_QUOTE_FIELD: [
    'how a reply names the message it answers; none: it does not',
    'react_message_id',
    z.enum(['react_message_id', 'quote_message_id', 'none']),
  ],
  ZALO_REQUESTS_PER_MINUTE: [
    'requests that Zalo takes of an account in a minute, until it tells another number',
    '100',
    whole.min(1).max(60_000),
  ],
  ZALO_FREE_REPLIES: [
    'messages that Zalo takes for nothing after each act of a customer, replies included; 0: any number',
    '8',
    whole.min(0).max(1000),
  ],
  ZALO_PAID_REPLY_VND: [
    'what each further one costs, and each one from 48 hours to 7 days after that act, in đồng',
    '55',
    whole.min(0).max(100_000),
  ],
  ZALO_PROMOTION_HOURS: [
    'hours in which Zalo takes templates that advertise, on the shop’s clock',
    '06:00-22:00',
    hoursOfDay,
  ],
  ZALO_SITE_VERIFICATION: [
    'the code that Zalo asks for to verify the domain, as in zalo_verifier<code>.html',
    '',
    z.string().regex(/^[\w-]*$/),
  ],
  ZALO_API_BASE_URL: ['Zalo’s API', 'https://openapi.zalo.me', address],
  ZALO_BUSINESS_BASE_URL: ['where Zalo answers about templates', 'https://business.openapi.zalo.me', address],
  ZALO_OAUTH_BASE_URL: ['where its account owners give their consent', 'https://oauth.zaloapp.com', address],
} as const satisfies Record<string, readonly [string, string, z.ZodType]>

export const facebookSettings = {
  FACEBOOK_APP_ID: ['Messenger: the Meta app’s id; without it no page can be connected', '', z.string()],
  FACEBOOK_APP_SECRET: [
    'and its secret; while it is being changed two, comma separated, the one in force first',
    '',
    z.string().refine(value => value.split(',').length <= 2, 'at most two'),
  ],
  FACEBOOK_VERIFY_TOKEN: ['the word that you give Meta for the webhook PUBLIC_URL/hooks/facebook', '', z.string()],
  FACEBOOK_CONFIG_ID: [
    'a configuration of Facebook Login for Business, which takes the place of scopes',
    '',
    z.string(),
  ],
  FACEBOOK_HUMAN_AGENT: [
    'on: the app has the feature Human Agent, so that people may answer for seven days instead of one',
    'off',
    flag,
  ],
  FACEBOOK_UTILITY_PERMISSION: [
    'the permission by which Meta takes templates, once the app has it: pages are connected again to give it; without it there are none',
    '',
    z.enum(['', 'pages_utility_messaging', 'page_utility_messaging']),
  ],
  FACEBOOK_MARKETING_PERMISSION: [
    'the permission by which Meta takes marketing messages, once the app has it together with ads_management: pages are connected again to give it; without it nobody is asked to subscribe',
    '',
    z.enum(['', 'paid_marketing_messages', 'marketing_messages_messenger']),
  ],
  FACEBOOK_SENDS_PER_SECOND: ['messages in a second for one page; Meta takes 300', '20', whole.min(1).max(250)],
  META_GRAPH_BASE_URL: ['where Meta’s Graph API answers', 'https://graph.facebook.com', address],
  META_DIALOG_BASE_URL: ['where Facebook’s login dialog is', 'https://www.facebook.com', address],
  META_GRAPH_VERSION: ['the version of both', 'v25.0', z.string().regex(/^v\d+\.\d+$/, 'like v25.0')],
} as const satisfies Record<string, readonly [string, string, z.ZodType]>
