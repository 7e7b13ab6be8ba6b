import type { facebookFindingsVi, facebookPageVi } from './facebook.vi.ts'

export const facebookFindingsEn: Record<keyof typeof facebookFindingsVi, { title: string; text: string }> = {
  'facebook.temporary': {
    title: 'Facebook has a temporary problem',
    text: 'Nothing to do: the message is resent automatically in a few minutes.',
  },
  'facebook.not_reached': {
    title: 'Facebook could not be reached',
    text: 'Nothing to do: we keep trying.',
  },
  'facebook.rate_limited': {
    title: 'The page sent too fast',
    text: 'Facebook is limiting the page’s messages for a while. Nothing to do: they go out more slowly.',
  },
  'facebook.token_missing': {
    title: 'We have no access to this page',
    text: 'Reconnect the page. Customers’ messages are still saved; replies are held and go out afterwards.',
  },
  'facebook.token_invalid': {
    title: 'Access to the page no longer works',
    text: 'Reconnect the page. Customers’ messages are still saved; replies are held and go out afterwards.',
  },
  'facebook.token_expired': {
    title: 'Access to the page has expired',
    text: 'Reconnect the page. Replies are held and go out afterwards.',
  },
  'facebook.token_ending': {
    title: 'Access to the page expires soon',
    text: 'Reconnect the page before then so nothing is interrupted.',
  },
  'facebook.password_changed': {
    title: 'The Facebook password was changed',
    text: 'Whoever connected the page changed their password, or Facebook signed them out to protect the account. Reconnect the page.',
  },
  'facebook.app_removed': {
    title: 'The app was removed on Facebook',
    text: 'Whoever connected the page removed the app from their Facebook account. Reconnect the page.',
  },
  'facebook.permission_missing': {
    title: 'A page permission is missing',
    text: 'Facebook does not let us read or answer this page’s messages. Reconnect the page and keep all the permissions it asks for.',
  },
  'facebook.not_subscribed': {
    title: 'Facebook is not forwarding the page’s messages',
    text: 'New customer messages are not arriving. Press Repair to receive them again; missed ones are read afterwards.',
  },
  'facebook.fields_missing': {
    title: 'Facebook forwards only some events',
    text: 'Some of the page’s events are not arriving, such as read receipts or replies written on Facebook. Press Repair to turn them on again.',
  },
  'facebook.window_closed': {
    title: 'The reply window has closed',
    text: 'Facebook allows replies only for a limited time after the customer’s last message. Wait until they write again, or call them.',
  },
  'facebook.tag_retired': {
    title: 'Facebook no longer accepts this kind of message',
    text: 'This is our mistake. Please contact support.',
  },
  'facebook.recipient_unreachable': {
    title: 'The customer cannot be reached',
    text: 'They have blocked the page, or their account no longer accepts messages. Reach them another way.',
  },
  'facebook.page_restricted': {
    title: 'Facebook has restricted this page',
    text: 'It cannot send messages for a while. Open Page Quality on Facebook to see why; waiting messages are sent afterwards.',
  },
  'facebook.attachment_too_large': {
    title: 'The file is too large',
    text: 'Facebook accepts pictures up to 8 MB and other files up to 25 MB. Send a smaller one.',
  },
  'facebook.attachment_failed': {
    title: 'Facebook could not load the file',
    text: 'Send it again. If that fails, tell whoever runs the server: Facebook must be able to reach its address.',
  },
  'facebook.attachment_unknown': { title: 'Facebook does not have this file any more', text: 'Send the file again.' },
  'facebook.profile_missing': {
    title: 'The customer’s name is not shown',
    text: 'Facebook does not share it. Nothing to do: the customer has a placeholder name for now.',
  },
  'facebook.invalid_parameter': {
    title: 'Facebook rejected the content of this message',
    text: 'Change it and send it again.',
  },
  'facebook.thread_elsewhere': {
    title: 'Another app has this conversation',
    text: 'Reply in the page’s own inbox on Facebook, or hand the conversation over to here.',
  },
  'facebook.marketing_cap': {
    title: 'The customer can’t get more marketing messages yet',
    text: 'Facebook limits how many marketing messages a person gets. Nothing to do: it is sent when Facebook allows it, if the broadcast is still running.',
  },
  'facebook.marketing_ended': {
    title: 'The customer is no longer subscribed to marketing messages',
    text: 'They have unsubscribed, the subscription has ended, or Facebook does not send where they live. You can answer as usual when they write again.',
  },
  'facebook.marketing_later': {
    title: 'Facebook is not ready to send marketing messages',
    text: 'Nothing to do: it is sent again in a few minutes. A new broadcast may have to wait for about an hour.',
  },
  'facebook.marketing_account': {
    title: 'The ad account can’t send messages',
    text: 'Check payment, budget and the marketing message terms in Facebook’s Ads Manager, then resume. If the person who connected the page has changed their password, reconnect the page.',
  },
  'facebook.marketing_refused': {
    title: 'Facebook rejected the text of the marketing message',
    text: 'Change the text and send it again.',
  },
  'facebook.marketing_unnumbered': {
    title: 'Sent, but without an ID',
    text: 'Facebook accepted the message but gave it no ID, so we may not be able to show whether it was seen.',
  },
  'facebook.marketing_arrived': {
    title: 'It had already arrived',
    text: 'Facebook did not answer the first time. When it was resent, Facebook said the customer already has it.',
  },
  'facebook.unknown': {
    title: 'Facebook rejected the message',
    text: 'It does not say why. Send it again; if that fails, give support the code.',
  },
}

export const facebookPageEn: Record<keyof typeof facebookPageVi, string> = {
  'deletion.title': 'Your data has been deleted',
  'deletion.done':
    'On {date}, {brand} deleted everything it stored about your Facebook account: its ID and the access to the pages you connected. Those pages are no longer connected through your account.',
  'deletion.kept':
    'Messages between a page and its customers belong to the page. To have them deleted, contact that page.',
  'deletion.code': 'Confirmation code: {code}',
  'deletion.unknown': 'No such request',
  'deletion.unknown_hint': 'The address may be incomplete. Open the link Facebook gave you again.',
}
