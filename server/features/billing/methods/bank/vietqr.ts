/** Without an amount the payer types one. */
export type Transfer = { bin: string; account: string; amount?: number | undefined; memo?: string | undefined }

/** @throws RangeError if a value does not fit its field. Format: NAPAS's profile of EMVCo for account transfers */
export function vietQr({ bin, account, amount, memo }: Transfer): string {
  if (!/^\d{6}$/.test(bin)) throw new RangeError('A bank has six digits.')
  if (!/^[A-Za-z0-9]{1,19}$/.test(account)) throw new RangeError('An account has at most 19 letters and digits.')
  if (amount !== undefined && !(Number.isSafeInteger(amount) && amount > 0 && String(amount).length <= 13))
    throw new RangeError('An amount is a whole number from one on, of at most 13 digits.')
  if (memo !== undefined && !/^[\x20-\x7e]{1,25}$/.test(memo))
    throw new RangeError('A memo has at most 25 plain letters.')
  const receiver =
    field('00', 'A000000727') + field('01', field('00', bin) + field('01', account)) + field('02', 'QRIBFTTA')
  const text = [
    field('00', '01'),
    field('01', amount === undefined ? '11' : '12'),
    field('38', receiver),
    field('53', '704'),
    amount === undefined ? '' : field('54', String(amount)),
    field('58', 'VN'),
    memo === undefined ? '' : field('62', field('08', memo)),
    '6304',
  ].join('')
  return text + crc16(text)
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/** CRC-16/CCITT-FALSE as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
