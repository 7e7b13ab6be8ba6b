import type { facebookFindingsVi, facebookPageVi } from './facebook.vi.ts'

export const facebookFindingsEn: Record<keyof typeof facebookFindingsVi, { title: string; text: string }> = {
  'facebook.temporary': {
    title: 'Facebook has a passing problem',
    text: 'Nothing to do: the message is sent again by itself in a few minutes.',
  },
  'facebook.not_reached': {
    title: 'Facebook could not be reached',
    text: 'Nothing to do: it is tried again by itself.',
  },
  'facebook.rate_limited': {
    title: 'The page sent too fast',
    text: 'Facebook limits the page’s messages for a while. Nothing to do: they go out more slowly.',
  },
  'facebook.token_missing': {
    title: 'There is no access to this page',
    text: 'Connect the page again. Customers’ messages are still kept; replies are held and go out afterwards.',
  },
  'facebook.token_invalid': {
    title: 'The access to the page does not work any more',
    text: 'Connect the page again. Customers’ messages are still kept; replies are held and go out afterwards.',
  },
  'facebook.token_expired': {
    title: 'The access to the page has expired',
    text: 'Connect the page again. Replies are held and go out afterwards.',
  },
  'facebook.token_ending': {
    title: 'The access to the page ends soon',
    text: 'Connect the page again before it ends, so that nothing is interrupted.',
  },
  'facebook.password_changed': {
    title: 'The Facebook password was changed',
    text: 'Whoever connected the page changed their password, or Facebook signed them out to protect the account. Connect the page again.',
  },
  'facebook.app_removed': {
    title: 'The app was removed on Facebook',
    text: 'Whoever connected the page removed the app from their Facebook account. Connect the page again.',
  },
  'facebook.permission_missing': {
    title: 'A permission of the page is missing',
    text: 'Facebook does not let us read or answer this page’s messages. Connect the page again and keep all permissions it asks for.',
  },
  'facebook.not_subscribed': {
    title: 'Facebook does not hand on the page’s messages',
    text: 'New messages of customers do not arrive. Press repair to receive them again; what was missed is read afterwards.',
  },
  'facebook.fields_missing': {
    title: 'Facebook hands on only a part',
    text: 'Some of the page’s events do not arrive, such as read marks or replies written on Facebook. Press repair to switch them on again.',
  },
  'facebook.window_closed': {
    title: 'The time to reply is over',
    text: 'Facebook allows replies only for a while after the customer’s last message. Wait until they write again, or call them.',
  },
  'facebook.tag_retired': {
    title: 'Facebook does not accept this kind of message any more',
    text: 'This is our mistake. Please tell the support.',
  },
  'facebook.recipient_unreachable': {
    title: 'The customer cannot be reached',
    text: 'They have blocked the page, or their account does not take messages any more. Reach them in another way.',
  },
  'facebook.page_restricted': {
    title: 'Facebook restricts this page',
    text: 'It may not send messages for a while. Open Page Quality on Facebook to see why; what waits is sent afterwards.',
  },
  'facebook.attachment_too_large': {
    title: 'The file is too large',
    text: 'Facebook takes pictures up to 8 MB and other files up to 25 MB. Send a smaller one.',
  },
  'facebook.attachment_failed': {
    title: 'Facebook could not load the file',
    text: 'Send it again. If that fails, tell whoever runs the server: Facebook must be able to reach its address.',
  },
  'facebook.attachment_unknown': { title: 'Facebook does not have this file any more', text: 'Send the file again.' },
  'facebook.profile_missing': {
    title: 'The customer’s name is not shown',
    text: 'Facebook does not tell it. Nothing to do: the customer has a name for the time being.',
  },
  'facebook.invalid_parameter': {
    title: 'Facebook refuses what is in this message',
    text: 'Change it and send it again.',
  },
  'facebook.thread_elsewhere': {
    title: 'Another app has this conversation',
    text: 'Reply in the page’s own inbox on Facebook, or hand the conversation over to here.',
  },
  'facebook.marketing_cap': {
    title: 'The customer can’t get more marketing messages yet',
    text: 'Facebook limits how many marketing messages a person gets. Nothing to do: it is sent when Facebook allows it, if the broadcast’s time is not over.',
  },
  'facebook.marketing_ended': {
    title: 'The customer is no longer subscribed to marketing messages',
    text: 'They have stopped them, the subscription has ended, or Facebook does not send to where they live. When they write again you can answer as usual.',
  },
  'facebook.marketing_later': {
    title: 'Facebook is not ready to send marketing messages',
    text: 'Nothing to do: it is sent again in a few minutes. A new broadcast may have to wait for about an hour.',
  },
  'facebook.marketing_account': {
    title: 'The ad account can’t send messages',
    text: 'Look at payment, budget and the terms for marketing messages in Facebook’s Ads Manager, then resume. If the person who connected the page has changed their password, connect the page again.',
  },
  'facebook.marketing_refused': {
    title: 'Facebook refused the text of the marketing message',
    text: 'Change the text and send it again.',
  },
  'facebook.marketing_unnumbered': {
    title: 'Sent, without a number',
    text: 'Facebook took the message but did not say its number, so we may not be able to show whether it was seen.',
  },
  'facebook.marketing_arrived': {
    title: 'It had arrived the first time',
    text: 'Facebook gave no answer then. When it was sent again, Facebook said that the customer has it.',
  },
  'facebook.unknown': {
    title: 'Facebook refused the message',
    text: 'It does not say why. Send it again; if that fails, tell the support the code.',
  },
}

export const facebookPageEn: Record<keyof typeof facebookPageVi, string> = {
  'deletion.title': 'Your data has been deleted',
  'deletion.done':
    'On {date}, {brand} deleted everything known about your Facebook account: its id and the access to the pages that you connected. Those pages are no longer connected through your account.',
  'deletion.kept':
    'Messages between a page and its customers belong to the page. To have them deleted, contact that page.',
  'deletion.code': 'Confirmation code: {code}',
  'deletion.unknown': 'There is no such request',
  'deletion.unknown_hint': 'The address may be incomplete. Open the link that Facebook gave you once more.',
}
