/** By the six-digit code of a VietQR code, as listed by NAPAS; the most common banks only. */
const names: Record<string, string> = {
  970405: 'Agribank',
  970436: 'Vietcombank',
  970415: 'VietinBank',
  970418: 'BIDV',
  970407: 'Techcombank',
  970422: 'MB Bank',
  970416: 'ACB',
  970432: 'VPBank',
  970423: 'TPBank',
  970403: 'Sacombank',
  970437: 'HDBank',
  970441: 'VIB',
  970443: 'SHB',
  970431: 'Eximbank',
  970426: 'MSB',
  970448: 'OCB',
  970429: 'SCB',
  970440: 'SeABank',
  970449: 'LPBank',
  970428: 'Nam A Bank',
  970454: 'VietCapital Bank',
  970419: 'NCB',
  970425: 'ABBANK',
  970412: 'PVcomBank',
  970452: 'KienlongBank',
  970438: 'BaoViet Bank',
  970400: 'Saigonbank',
  970427: 'VietABank',
  970433: 'VietBank',
  970424: 'Shinhan Bank',
  970457: 'Woori Bank',
  970446: 'Co-opBank',
  970458: 'UOB',
  970421: 'VRB',
  970430: 'PG Bank',
  970409: 'Bac A Bank',
}

/** @returns '' if unknown */
export function bankName(bin: string): string {
  return names[bin] ?? ''
}

export const knownBanks: readonly { bin: string; name: string }[] = Object.entries(names)
  .map(([bin, name]) => ({ bin, name }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))
