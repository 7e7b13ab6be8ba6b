import type { IntentAct, IntentKind, IntentFields, Language } from '../../words.ts'

type NoticedIntent = IntentFields & { kind: IntentKind }

/** The message to the customer unless the member who decides writes another. */
export function intentMessage(act: IntentAct, intent: NoticedIntent, shop: string, language: Language): string {
  return (language === 'en' ? inEnglish : inVietnamese)(act, intent, shop)
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,?])/g, '$1')
}

function inVietnamese(act: IntentAct, intent: NoticedIntent, shop: string): string {
  const { kind, what, said_when: when, how_many: count, phone, address } = intent
  const who = intent.customer_name ? ` cho ${intent.customer_name}` : ''
  if (act === 'decline') {
    if (kind === 'booking')
      return `Dạ ${shop} xin lỗi, ${when ? `${when} ` : ''}bên em kín lịch mất rồi ạ. Mình chọn giúp em giờ khác nhé.`
    if (kind === 'order') return `Dạ ${shop} xin lỗi, đơn này bên em chưa nhận được ạ. Mình cần gì khác cứ nhắn em nhé.`
    return `Dạ ${shop} xin lỗi, bên em chưa gọi cho mình được ạ. Mình nhắn ở đây giúp em nhé.`
  }
  const opening = act === 'change' ? `Dạ ${shop} xin báo lại mình:` : `Dạ ${shop} xác nhận`
  if (kind === 'booking')
    return `${opening} giữ chỗ ${what ? `${what} ` : ''}${count && !what?.includes(count) ? `${count} ` : ''}${when ?? ''}${who} ${act === 'change' ? 'ạ. Mình thấy được thì nhắn em nhé.' : 'rồi ạ.'}`
  if (kind === 'order')
    return `${opening} đơn ${what ?? count ?? 'của mình'}${when ? `, ${when}` : ''}${address ? `, giao tới ${address}` : ''} ${act === 'change' ? 'ạ. Mình thấy được thì nhắn em nhé.' : 'rồi ạ.'}`
  return `${opening} sẽ gọi lại${who}${phone ? ` theo số ${readable(phone)}` : ''} ${when ?? ''} ạ.`
}

function inEnglish(act: IntentAct, intent: NoticedIntent, shop: string): string {
  const { kind, what, said_when: when, how_many: count, phone, address } = intent
  const who = intent.customer_name ? ` for ${intent.customer_name}` : ''
  if (act === 'decline') {
    if (kind === 'booking')
      return `Sorry, ${shop} has no place left${when ? ` (${when})` : ''}. Would another time suit you?`
    if (kind === 'order')
      return `Sorry, ${shop} cannot take this order. Let us know if there is anything else you need.`
    return `Sorry, ${shop} cannot call you just now. Please write to us here.`
  }
  const asks = act === 'change' ? ' Does that suit you?' : ''
  const yes = act === 'change' ? `${shop} would like to suggest` : `${shop} confirms`
  if (kind === 'booking')
    return `${yes} your booking${what ? `: ${what}` : ''}${count && !what?.includes(count) ? `, ${count}` : ''}${when ? `, ${when}` : ''}${who}.${asks}`
  if (kind === 'order')
    return `${yes} your order${what ? `: ${what}` : count ? `: ${count}` : ''}${when ? `, ${when}` : ''}${address ? `, to ${address}` : ''}.${asks}`
  return `${shop} will call you back${phone ? ` at ${readable(phone)}` : ''}${when ? `, ${when}` : ''}.`
}

function readable(phone: string): string {
  const local = phone.replace(/^\+84/, '0')
  return /^0\d{9}$/.test(local) ? `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}` : phone
}
