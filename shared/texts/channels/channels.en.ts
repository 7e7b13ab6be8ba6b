import { facebookFindingsEn } from './facebook.en.ts'
import type { channelFindingsVi, failureClassesVi, heldReasonsVi, repairsVi } from './channels.vi.ts'
import { zaloFindingsEn } from './zalo.en.ts'

type Explained = { title: string; text: string }

export const channelFindingsEn: Record<keyof typeof channelFindingsVi, Explained> = {
  ...facebookFindingsEn,
  ...zaloFindingsEn,
  'channel.check_failed': {
    title: 'The channel could not be checked',
    text: 'The platform did not respond when we checked this channel. We try again in an hour.',
  },
  'channel.queue_stands': {
    title: 'Messages are going out slowly',
    text: 'Some messages have waited for more than 10 minutes. They are still being sent; none is lost.',
  },
  'channel.hooks_failed': {
    title: 'Customers’ messages are not coming in',
    text: 'For several minutes the server could not accept messages from the platform. They are sent again, but after about an hour the platform gives up. Once the server recovers, the history is read to fill the gap.',
  },
  'channel.hooks_refused': {
    title: 'Messages arrive with a wrong signature',
    text: 'Calls reach the address for incoming messages, but their signature does not match, so they are refused. Anybody on the internet can send such calls: if your customers’ messages still come in here, there is nothing to do. If they do not, whoever runs the server should check the app’s secret.',
  },
  'channel.file_gone': {
    title: 'The attached file is gone',
    text: 'The file of this message was not found. Upload it again and send it.',
  },
  'channel.unknown_kind': {
    title: 'This kind of channel is no longer supported',
    text: 'This version cannot send through this kind of channel.',
  },
}

export const failureClassesEn: Record<keyof typeof failureClassesVi, Explained> = {
  retry: { title: 'The platform has a temporary problem', text: 'It is resent automatically in a few minutes.' },
  rate_limited: {
    title: 'Messages went out too fast',
    text: 'The platform asks us to slow down. The message goes out by itself in a few minutes.',
  },
  reauthorize: {
    title: 'The channel needs to be reconnected',
    text: 'The platform no longer accepts our access. Customers’ messages are still saved; replies are kept and sent once you reconnect.',
  },
  window_closed: {
    title: 'The time for a reply is over',
    text: 'The platform allows replies for a limited time after the customer’s last message. You can write again once they have.',
  },
  recipient_unreachable: {
    title: 'The customer cannot be reached',
    text: 'They have blocked the page, deleted their account, or do not accept messages.',
  },
  page_restricted: {
    title: 'The account is restricted',
    text: 'The platform does not let this account send for now. We try again in 30 minutes, then less often.',
  },
  permanent: { title: 'The platform refused the message', text: 'This message cannot be sent as it is.' },
  later: {
    title: 'Not possible right now',
    text: 'The quota is used up, or the platform allows no messages at this hour. The message goes out when it can.',
  },
}

export const heldReasonsEn: Record<keyof typeof heldReasonsVi, string> = {
  window_closed: 'The platform’s time for a reply is over',
  confirmation_needed: 'Needs your OK: the platform may charge for it',
  channel: 'The channel is not connected; it goes out once it is',
  taken_over: 'A person answered first, so the bot’s reply was held back',
  bot_off: 'The bot is off',
  paid_limit: 'Zalo would charge for it, and the bot is not allowed to spend more',
  quota: 'The platform’s quota is used up; it goes out later',
}

export const repairsEn: Record<keyof typeof repairsVi, string> = {
  reconnect: 'Reconnect',
  repair: 'Repair now',
  wait: 'Fixes itself',
  platform: 'Open the guide',
  none: '',
}
