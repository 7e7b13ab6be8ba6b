import type { siteMailVi } from './site-mail.vi.ts'

export const siteMailEn: typeof siteMailVi = {
  'notice.subject': 'New contact request: {contact}',
  'notice.heading': 'Someone would like to hear from {brand}',
  'notice.from': 'Name: {name}. Contact: {contact}.',
  'notice.no_message': '(No message was left.)',
  'notice.email': 'Reply by email',
  'notice.phone': 'Call back',
  'notice.reason': 'You’re receiving this email because you handle the contact requests of {brand}.',
  'thanks.subject': '{brand} has received your request',
  'thanks.preview': 'We answer within one working day.',
  'thanks.heading': 'Thank you for writing',
  'thanks.body':
    '{brand} has received your request and will answer within one working day. In the meantime, the guide or the chat on our pages may have the answer.',
  'thanks.button': 'Open the guide',
  'thanks.reason':
    'You’re receiving this email because someone entered this address on the contact page of {brand}. Not you? Just ignore it.',
}
