import type { zaloFindingsVi } from './zalo.vi.ts'

export const zaloFindingsEn: Record<keyof typeof zaloFindingsVi, { title: string; text: string }> = {
  'zalo.token_dead': {
    title: 'Zalo no longer accepts our access',
    text: 'Access to this official account has ended. Customers’ messages are still saved. Reconnect, and the replies that are waiting go out.',
  },
  'zalo.refresh_refused': {
    title: 'Zalo needs to be reconnected',
    text: 'Zalo did not renew our access, usually because it was revoked or the last renewal was interrupted. Customers’ messages are still saved. Reconnect and choose the same official account.',
  },
  'zalo.no_tokens': {
    title: 'No access to Zalo',
    text: 'We cannot read the access to this official account. Reconnect to grant it again.',
  },
  'zalo.no_refresh_token': {
    title: 'Access ends within a day',
    text: 'This channel was added with an access token but no refresh token. Reconnect once, and it renews itself from then on.',
  },
  'zalo.unreachable': {
    title: 'Zalo is not responding',
    text: 'Zalo’s servers have a problem or cannot be reached. We keep trying.',
  },
  'zalo.webhook_silent': {
    title: 'Zalo has stopped notifying us',
    text: 'Customers write, but Zalo does not tell us; its webhook may have been switched off after an interruption. Repair now to read what was missed (it is also read every hour), and have whoever runs this server switch the webhook on again in Zalo for Developers.',
  },
  'zalo.rate_limit': {
    title: 'Too fast',
    text: 'The app or the official account has reached Zalo’s limit of calls per minute. The message goes out in a minute.',
  },
  'zalo.window_closed': {
    title: 'More than 7 days since the last contact',
    text: 'An official account may write for 7 days after the customer last wrote (the first 48 hours are free). You can write again once they do.',
  },
  'zalo.never_wrote': {
    title: 'The customer has not allowed messages',
    text: 'They have never written to or followed the official account, so Zalo does not let messages through.',
  },
  'zalo.person_refuses': {
    title: 'The customer does not accept these messages',
    text: 'They have blocked or restricted messages from your official account. If you have their phone number, reach them another way.',
  },
  'zalo.person_inactive': {
    title: 'The customer’s Zalo account is not in use',
    text: 'The account is banned, or has not been used for more than 45 days.',
  },
  'zalo.template_quota': {
    title: 'Today’s template quota is used up',
    text: 'Zalo limits how many template messages go out each day. The rest go out tomorrow if the broadcast is still running.',
  },
  'zalo.person_quota': {
    title: 'This customer has reached Zalo’s limit',
    text: 'Zalo limits how many template messages one person gets. Try again in a few days.',
  },
  'zalo.template_disabled': {
    title: 'The template can no longer be used',
    text: 'Zalo has stopped this template or cannot find it. See why under Templates, change it in Zalo’s console, then resume.',
  },
  'zalo.template_value': {
    title: 'A value does not fit the template',
    text: 'What was filled in is of a different type, or longer, than the approved template allows.',
  },
  'zalo.app_not_active': {
    title: 'The Zalo app is not active',
    text: 'This server’s app is switched off in Zalo for Developers. Whoever runs the server has to activate it again.',
  },
  'zalo.api_not_registered': {
    title: 'The app has not registered this API',
    text: 'Whoever runs the server has to register the messaging and user management APIs for the app in Zalo for Developers.',
  },
  'zalo.app_removed': {
    title: 'The official account has removed the app',
    text: 'The app is no longer linked to this official account. Reconnect to grant access again.',
  },
  'zalo.no_number': {
    title: 'Zalo accepted the message but gave it no ID',
    text: 'It counts as sent and will not be resent automatically. If the customer has not seen it, send it again.',
  },
  'zalo.not_authorised': {
    title: 'The official account has not given permission',
    text: 'Permission was revoked, or part of it is missing. Reconnect and accept everything Zalo asks for.',
  },
  'zalo.not_verified': {
    title: 'The official account is not verified',
    text: 'Zalo allows this for verified official accounts only. Submit your documents at oa.zalo.me.',
  },
  'zalo.account_not_verified': {
    title: 'The official account is not verified yet',
    text: 'The channel works, but Zalo limits some features for unverified accounts. Verify it at oa.zalo.me.',
  },
  'zalo.plan_needed': {
    title: 'The account’s plan does not allow it',
    text: 'The official account’s current plan does not include this API. Upgrade at oa.zalo.me, and waiting messages are sent.',
  },
  'zalo.kind_of_account': {
    title: 'This kind of official account cannot be used',
    text: 'Zalo does not let this kind of account use the API, or has restricted it. See the notices at oa.zalo.me.',
  },
  'zalo.account_deleted': {
    title: 'The official account was deleted or locked',
    text: 'Zalo says the account is no longer active. Contact Zalo; your conversations are kept here.',
  },
  'zalo.billing': {
    title: 'A problem with the account’s wallet',
    text: 'Zalo could not charge the wallet of the official account or app. Top it up or relink it at oa.zalo.me.',
  },
  'zalo.parameter': {
    title: 'Zalo did not understand this request',
    text: 'The message contains something Zalo does not accept. Send it again as plain text; if that fails too, contact support.',
  },
  'zalo.too_large': {
    title: 'Larger than Zalo allows',
    text: 'The text has more than 2,000 characters, or the file is too large. Shorten or split it and send it again.',
  },
  'zalo.message_type': {
    title: 'Zalo does not support this kind of message',
    text: 'Send it as text, as a picture, or as a PDF, Word or CSV file.',
  },
  'zalo.content_policy': {
    title: 'Against Zalo’s content policy',
    text: 'Zalo rejected what the message says. Reword it and send it again.',
  },
  'zalo.api_gone': {
    title: 'Zalo has closed this way of sending',
    text: 'The software needs an update to send this message. Tell whoever runs this server.',
  },
  'zalo.proof': {
    title: 'Zalo does not recognise the app',
    text: 'The app’s secret on this server does not match Zalo for Developers. Whoever runs the server has to check it.',
  },
  'zalo.attachment_expired': {
    title: 'The file has expired on Zalo',
    text: 'Zalo no longer has this file, although we uploaded it again. Attach it once more and resend.',
  },
  'zalo.file_type': {
    title: 'Zalo does not accept this file type',
    text: 'Zalo accepts JPG, PNG and GIF pictures, and PDF, Word and CSV files. Convert the file, or send a link.',
  },
  'zalo.file_too_large': {
    title: 'The file is too large for Zalo',
    text: 'Pictures can be up to 1 MB, GIFs and files up to 5 MB. Make it smaller, or send a link.',
  },
  'zalo.quota': {
    title: 'The account’s message quota is used up',
    text: 'The message is kept and goes out when quota is available again. You can buy more at oa.zalo.me.',
  },
  'zalo.night': {
    title: 'Zalo does not allow this kind of message at night',
    text: 'It is kept and goes out after 6 in the morning.',
  },
  'zalo.wrong_app': {
    title: 'The Zalo app’s ID is wrong (-14002)',
    text: 'The app does not exist or is not active. Whoever runs the server has to check the app and activate it.',
  },
  'zalo.wrong_return_address': {
    title: 'The return address is wrong (-14003)',
    text: 'The callback URL in Zalo for Developers must be exactly this server’s: …/api/v1/channels/zalo/callback. Tell whoever runs it.',
  },
  'zalo.consent_over': {
    title: 'This sign-in has expired',
    text: 'Each one works once, for 10 minutes. Connect Zalo again.',
  },
  'zalo.consent_refused': {
    title: 'Permission was not given',
    text: 'You closed or declined Zalo’s permission page. Nothing has changed; connect whenever you like.',
  },
  'zalo.code_refused': {
    title: 'Zalo did not confirm this sign-in',
    text: 'The code has expired or was used already. Reconnect; if it keeps failing, have whoever runs this server check the Zalo app.',
  },
  'zalo.other_account': {
    title: 'You chose a different official account',
    text: 'This channel can only be reconnected with its own official account. Reconnect and choose that one, or add the other as a new channel.',
  },
  'zalo.error': {
    title: 'Zalo refused the message',
    text: 'Zalo returned an error we don’t recognize. Its number is in the details; you can try again.',
  },
}
