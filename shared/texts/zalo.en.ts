import type { zaloFindingsVi } from './zalo.vi.ts'

export const zaloFindingsEn: Record<keyof typeof zaloFindingsVi, { title: string; text: string }> = {
  'zalo.token_dead': {
    title: 'Zalo does not accept our access any more',
    text: 'This official account’s access has ended. Customers’ messages are still stored; connect again and the replies that wait go out.',
  },
  'zalo.refresh_refused': {
    title: 'Zalo has to be connected again',
    text: 'Zalo did not renew the access, mostly because it was taken back or because the renewal before was cut off. Customers’ messages are still stored; connect again and choose this same official account.',
  },
  'zalo.no_tokens': {
    title: 'No access to Zalo',
    text: 'The access of this official account cannot be read. Connect again to grant it.',
  },
  'zalo.no_refresh_token': {
    title: 'The access ends within a day',
    text: 'This channel was added by an access token without a refresh token. Connect again, and it renews itself.',
  },
  'zalo.unreachable': {
    title: 'Zalo does not answer at the moment',
    text: 'Zalo’s servers have a problem or cannot be reached. It is tried again by itself.',
  },
  'zalo.webhook_silent': {
    title: 'Zalo tells us of no messages',
    text: 'Customers write, but Zalo does not tell us; its webhook may have been switched off after an interruption. Repair now to read what was missed (it is also read every hour), and have whoever runs this server switch the webhook on again in Zalo for Developers.',
  },
  'zalo.rate_limit': {
    title: 'Too fast',
    text: 'The app or the official account has reached Zalo’s calls per minute. The message goes out in a minute.',
  },
  'zalo.window_closed': {
    title: 'More than 7 days since the last contact',
    text: 'An official account may write for 7 days after the customer’s last act (the first 48 hours are free). You can write again once they have.',
  },
  'zalo.never_wrote': {
    title: 'The customer has not allowed messages',
    text: 'They have never written to the official account or followed it, so Zalo lets nothing through.',
  },
  'zalo.person_refuses': {
    title: 'The customer takes no such messages',
    text: 'They have blocked or restricted messages of your official account. Reach them in another way if you have their phone number.',
  },
  'zalo.person_inactive': {
    title: 'The customer’s Zalo account is not in use',
    text: 'The account is banned, or has not been used for more than 45 days.',
  },
  'zalo.template_quota': {
    title: 'The template is used up for today',
    text: 'Zalo limits how many messages go by templates each day. The rest go on by themselves tomorrow, if the broadcast still has time.',
  },
  'zalo.person_quota': {
    title: 'This customer has had their share',
    text: 'Zalo limits how many messages by templates one person gets. This one cannot be sent; try again in a few days.',
  },
  'zalo.template_disabled': {
    title: 'The template can no longer be used',
    text: 'Zalo has stopped this template or does not find it. See why under Templates, change it in Zalo’s console, then go on.',
  },
  'zalo.template_value': {
    title: 'A place of the template does not fit',
    text: 'What was filled in is of another kind, or longer, than the approved template allows.',
  },
  'zalo.app_not_active': {
    title: 'The Zalo app is not active',
    text: 'This server’s app is switched off in Zalo for Developers. Whoever runs the server has to activate it again.',
  },
  'zalo.api_not_registered': {
    title: 'The app has not registered this API',
    text: 'Whoever runs the server has to register sending and user management for the app in Zalo for Developers.',
  },
  'zalo.app_removed': {
    title: 'The official account has removed the app',
    text: 'The app is no longer linked to this official account. Connect again to grant the access anew.',
  },
  'zalo.no_number': {
    title: 'Zalo took the message but gave no number for it',
    text: 'It counts as sent and is not sent again by itself. If the customer has not seen it, write again.',
  },
  'zalo.not_authorised': {
    title: 'The official account has not given its consent',
    text: 'The consent was taken back, or some of it is missing. Connect again and agree to everything that is asked.',
  },
  'zalo.not_verified': {
    title: 'The official account is not verified',
    text: 'Zalo allows this for verified official accounts only. Send the papers for verification at oa.zalo.me.',
  },
  'zalo.account_not_verified': {
    title: 'The official account is not verified yet',
    text: 'The channel works, but Zalo limits some things for accounts without verification. Verify it at oa.zalo.me.',
  },
  'zalo.plan_needed': {
    title: 'The account’s plan does not allow it',
    text: 'The official account’s present plan does not include this API. Upgrade it at oa.zalo.me; what waits is sent then.',
  },
  'zalo.kind_of_account': {
    title: 'This kind of official account cannot be used',
    text: 'Zalo does not let this kind of account use the API, or has restricted it. See the notices at oa.zalo.me.',
  },
  'zalo.account_deleted': {
    title: 'The official account was deleted or locked',
    text: 'Zalo says that it is not active any more. Contact Zalo; the conversations here are kept.',
  },
  'zalo.billing': {
    title: 'A problem with the account’s wallet',
    text: 'Zalo could not charge the wallet of the official account or app. Top it up or link it again at oa.zalo.me.',
  },
  'zalo.parameter': {
    title: 'Zalo did not understand this request',
    text: 'The message holds something that Zalo does not take. Send it again as plain text; if it stays, tell support.',
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
    text: 'Zalo refused the message for what it says. Change the wording and send it again.',
  },
  'zalo.api_gone': {
    title: 'Zalo has closed this way of sending',
    text: 'The software needs an update to send this message. Tell whoever runs this server.',
  },
  'zalo.proof': {
    title: 'Zalo does not recognise the app',
    text: 'The app’s secret on this server does not match Zalo for Developers. Whoever runs the server has to check ZALO_APP_SECRET.',
  },
  'zalo.attachment_expired': {
    title: 'The file has expired at Zalo',
    text: 'Zalo does not keep this file, though it was uploaded again. Attach it anew and send it once more.',
  },
  'zalo.file_type': {
    title: 'Zalo does not take this kind of file',
    text: 'Zalo takes JPG, PNG and GIF pictures, and PDF, Word and CSV files. Change the format, or send a link.',
  },
  'zalo.file_too_large': {
    title: 'The file is too large for Zalo',
    text: 'Pictures may have 1 MB, moving pictures and files 5 MB. Make it smaller, or send a link.',
  },
  'zalo.quota': {
    title: 'The account’s message quota is used up',
    text: 'The message is kept and goes out when there is quota again; more can be bought at oa.zalo.me.',
  },
  'zalo.night': {
    title: 'Zalo does not allow this kind of message at night',
    text: 'It is kept, and goes out by itself after 6 in the morning.',
  },
  'zalo.wrong_app': {
    title: 'The Zalo app’s id is wrong (-14002)',
    text: 'The app does not exist or is not active. Whoever runs the server has to check ZALO_APP_ID and ZALO_APP_SECRET, and activate the app.',
  },
  'zalo.wrong_return_address': {
    title: 'The return address is wrong (-14003)',
    text: 'The callback URL in Zalo for Developers must be exactly this server’s: …/api/v1/channels/zalo/callback. Tell whoever runs it.',
  },
  'zalo.consent_over': {
    title: 'This sign-in is over',
    text: 'Each one is good for 10 minutes, once. Connect Zalo again.',
  },
  'zalo.consent_refused': {
    title: 'No consent was given',
    text: 'You closed or declined Zalo’s consent page. Nothing has changed; connect whenever you like.',
  },
  'zalo.code_refused': {
    title: 'Zalo did not confirm this sign-in',
    text: 'The code has expired or was used already. Connect again; if it stays, have ZALO_APP_SECRET and ZALO_PKCE_MODE checked by whoever runs this server.',
  },
  'zalo.other_account': {
    title: 'You chose another official account',
    text: 'This channel can only be connected again with its own official account. Connect again and choose that one, or add the other as a new channel.',
  },
  'zalo.error': {
    title: 'Zalo refused the message',
    text: 'Zalo gave an error that we have no explanation for. Its number stands in the details; you may try again.',
  },
}
