const maxLength = 60

/** Whoever knows the person recognises them; nobody learns a name, number or address. 'Bùi Lan, 0912 345 678' is 'B*** L***, ***78'. */
export function maskWho(who: string): string {
  const masked = who
    .replace(/\S+@\S+/g, '***@***')
    .replace(/\p{N}[\p{N} .-]*\p{N}|\p{N}/gu, number => {
      const digits = number.replace(/\P{N}/gu, '')
      return digits.length >= 6 ? `***${digits.slice(-2)}` : '***'
    })
    .replace(/(?<![\p{L}\p{M}])(\p{L})[\p{L}\p{M}'’-]*/gu, '$1***')
  return [...masked].slice(0, maxLength).join('')
}
