/** The product's own bot; its answers come from the guide. */
export const houseVi = {
  guide: 'Hướng dẫn sử dụng',
  greeting:
    'Dạ chào bạn, mình là bot của {brand}, học từ chính cuốn hướng dẫn sử dụng. Bạn muốn biết gì về {brand} cứ hỏi nhé.',
  fallback:
    'Dạ câu này mình chưa có thông tin nên không dám đoán ạ. Bạn để lại e-mail hoặc số điện thoại tại {address}/contact, đội ngũ {brand} sẽ trả lời bạn nhé.',
}
