import { facebookFindingsEn } from './facebook.en.ts'
import type { channelFindingsVi, failureClassesVi, heldReasonsVi, repairsVi } from './channels.vi.ts'
import { zaloFindingsEn } from './zalo.en.ts'

type Explained = { title: string; text: string }

export const channelFindingsEn: Record<keyof typeof channelFindingsVi, Explained> = {
  ...facebookFindingsEn,
  ...zaloFindingsEn,
  'channel.check_failed': {
    title: 'The channel could not be checked',
    text: 'The platform did not answer when this channel was checked. It is checked again in an hour.',
  },
  'channel.queue_stands': {
    title: 'Messages go out slowly',
    text: 'Some messages have waited for more than 10 minutes. They are still being sent; none is lost.',
  },
  'channel.hooks_failed': {
    title: 'Customers’ messages are not being taken in',
    text: 'For some minutes the server could not take in messages of the platform. They will come again, but after about an hour of this the platform stops sending. Once the server is well, the history is read to fill the gap.',
  },
  'channel.hooks_refused': {
    title: 'Messages arrive with a wrong signature',
    text: 'Calls reach the address for incoming messages, but their signature does not match, so they are refused. Anybody on the internet can send such calls: if your customers’ messages still come in here, there is nothing to do. If they do not, whoever runs the server should check the app’s secret (FACEBOOK_APP_SECRET, ZALO_OA_SECRET_KEY).',
  },
  'channel.file_gone': {
    title: 'The attached file is gone',
    text: 'The file of this message was not found. Upload it again and send it.',
  },
  'channel.unknown_kind': {
    title: 'This kind of channel is not supported any more',
    text: 'This version cannot send through this kind of channel.',
  },
}

export const failureClassesEn: Record<keyof typeof failureClassesVi, Explained> = {
  retry: { title: 'The platform has a passing problem', text: 'It is sent again by itself in a few minutes.' },
  rate_limited: {
    title: 'Too fast',
    text: 'The platform asks us to slow down. The message goes out in a few minutes.',
  },
  reauthorize: {
    title: 'The channel has to be connected again',
    text: 'The platform does not accept our access any more. Customers’ messages are still stored; replies are kept and sent once you have connected again.',
  },
  window_closed: {
    title: 'The time for a reply is over',
    text: 'The platform allows replies for a limited time after the customer’s last message. You can write again once they have.',
  },
  recipient_unreachable: {
    title: 'The customer cannot be reached',
    text: 'They have blocked the page, deleted their account, or take no messages.',
  },
  page_restricted: {
    title: 'The account is restricted',
    text: 'The platform does not let this account send for now. It is tried again in 30 minutes, then less often.',
  },
  permanent: { title: 'The platform refused the message', text: 'This message cannot be sent as it is.' },
  later: {
    title: 'Not now',
    text: 'The quota is used up, or the platform allows nothing at this hour. The message goes out when it may.',
  },
}

export const heldReasonsEn: Record<keyof typeof heldReasonsVi, string> = {
  window_closed: 'The platform’s time for a reply is over',
  confirmation_needed: 'To be confirmed, as the platform may charge for it',
  channel: 'The channel is not connected; it goes out once it is',
  taken_over: 'A person answered first, so the bot’s reply is kept back',
  bot_off: 'The bot is off',
  quota: 'The platform’s quota is used up; it goes out later',
}

export const repairsEn: Record<keyof typeof repairsVi, string> = {
  reconnect: 'Connect again',
  repair: 'Repair now',
  wait: 'Mends itself',
  platform: 'Open the guide',
  none: '',
}
