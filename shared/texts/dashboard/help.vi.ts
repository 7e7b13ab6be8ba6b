export const helpVi = {
  help: 'Trợ giúp',
  guide: 'Hướng dẫn sử dụng',
  ask: 'Hỏi bot của chúng tôi',
  contact: 'Nhắn đội hỗ trợ',
}
