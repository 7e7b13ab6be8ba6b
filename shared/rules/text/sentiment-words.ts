/** `strength: phrase, phrase`, longest first. With all marks or none; `!`: only with marks, else it is another word. */
export const sentimentPhrases = `
3: tuyệt vời, tuyệt đỉnh, xuất sắc, quá tuyệt, tuyệt cú mèo, hoàn hảo, đỉnh cao, không chê vào đâu được, không có gì để chê, không chê được, trên cả tuyệt vời, hơn cả mong đợi, vượt mong đợi, vượt kỳ vọng, yêu shop, siêu ưng, cực ưng, quá ưng, perfect, excellent, amazing, awesome, fantastic, wonderful, outstanding, best ever, highly recommend, love it, love the, love this, i love, so good, so happy, very happy, exceeded my expectations, brilliant, superb
2: hài lòng, ưng ý, !ưng, thích lắm, thích ghê, thích quá, rất thích, !mê, mê lắm, thik ghe, thích, thik, ok lắm, tốt lắm, rất tốt, tốt quá, quá tốt, dễ thương, nhiệt tình, tận tình, tận tâm, chu đáo, chuyên nghiệp, !xịn, xịn sò, chất lượng tốt, đáng tiền, đáng mua, ngon lắm, ngon quá, rất ngon, đẹp lắm, đẹp quá, đẹp xỉu, rất đẹp, xinh quá, xinh, giao nhanh, rep nhanh, trả lời nhanh, phục vụ tốt, ủng hộ shop, ủng hộ dài dài, sẽ ủng hộ, sẽ quay lại, sẽ mua lại, quay lại, mua tiếp, 5 sao, năm sao, 10 điểm, mười điểm, 10/10, rất hiệu quả, hiệu quả, !hợp da, !êm, !mịn, !thơm, quá đã, quá đỉnh, !đỉnh, hết ý, cẩn thận, siêu nhanh, nhanh chóng, đúng hẹn, đúng mô tả, như hình, y hình, quá ok, ok luôn, ok phết, oke lắm, tôn dáng, giới thiệu cho, rất ok, !chuẩn, chuẩn auth, sạch sẽ, thoáng mát, dễ chịu, vừa vặn, !bền, cute, on time, as described, clean, sturdy, không đau chút nào, không đau, nhẹ tay, nhẹ nhàng, thân thiện, lịch sự, uy tín, yên tâm, an tâm, hạnh phúc, vui quá, vui lắm, cảm động, !khen, giới thiệu bạn bè, great, good service, very good, nice, love, happy, satisfied, pleased, friendly, helpful, fast delivery, recommend, worth it, delicious, lovely, beautiful, comfortable, impressed, smooth, glad, well done, good job, appreciate
1: cảm ơn, cám ơn, tks, thank, thanks, thank you, tốt, đẹp, ngon, nhanh ghê, nhanh quá, tuyệt, !chất, good, cool, fine, may quá, !mừng, vui, !yêu, đáng yêu
-3: lừa đảo, !lừa, treo đầu dê, tệ hại, quá tệ, tệ nhất, kinh khủng, khủng khiếp, bức xúc, phẫn nộ, tức giận, điên tiết, ghê tởm, vô trách nhiệm, không chấp nhận được, không thể chấp nhận, bóc phốt, tẩy chay, tố cáo, khiếu nại, !kiện, báo công an, mất dạy, !láo, ăn cắp, ăn cướp, đồ đểu, rác rưởi, không bao giờ mua lại, không bao giờ quay lại, không bao giờ mua, cạch mặt, worst, terrible, horrible, awful, disgusting, scam, fraud, ridiculous, unacceptable, furious, never again, rip off, ripoff, cheated, disgrace, pathetic, hate, useless, rude
-2: thất vọng, !chán, chán quá, chán thật, bực, bực mình, khó chịu, tệ, !dở, dở tệ, !kém, kém chất lượng, dởm, hàng đểu, hàng giả, hàng nhái, hàng lởm, !lởm, !phèn, không hài lòng, không ưng, không thích, không đáng tiền, phí tiền, mất tiền oan, tiếc tiền, !hư rồi, bị hư, đã hư, hỏng rồi, bị hỏng, đã hỏng, bị lỗi, bị vỡ, vỡ rồi, bị bể, bể rồi, bị móp, móp, rò rỉ, bị rách, rách, bị xước, giao sai, giao nhầm, sai màu, sai mẫu, sai size, thiếu hàng, giao thiếu, không giống hình, không giống ảnh, không như hình, khác hình, khác xa, không đúng mô tả, chờ mãi, đợi mãi, chờ hoài, đợi hoài, chưa thấy hàng, chưa nhận được hàng, chưa thấy đâu, không thấy hàng, giao trễ, giao chậm, quá chậm, chậm trễ, quá lâu, lâu quá, không ai trả lời, không ai rep, không trả lời, không rep, không nghe máy, không ai nghe, gọi không được, nhắn mãi, nhắn hoài, hỏi mãi, hỏi hoài, thái độ, lồi lõm, coi thường, thiếu tôn trọng, cẩu thả, làm ăn kiểu gì, làm ăn chán, làm ăn gì kì, làm ăn gì kỳ, làm ăn thế này, làm ăn như, đắt mà, mắc mà, nổi mụn, bị dị ứng, dị ứng rồi, bị kích ứng, sưng cả, sưng vù, đau quá, đau lắm, đau nhức, ngứa quá, !cháy, !chập, không hoạt động, không dùng được, không đáng, !ẩu, không ai bắt máy, ai bắt máy, ai nghe máy, vẫn chưa giao, chưa giao, vẫn chưa nhận, chưa nhận được, vẫn chưa thấy, đau bụng, ngộ độc, bong tróc, phai màu, !gãy, !trầy, !cùi, không lên, không chạy, hoàn tiền, trả lại tiền, đòi tiền, đền tiền, bồi thường, bị trừ tiền, trừ tiền hai lần, bị hủy, huỷ đơn, hủy đơn, không đúng câu hỏi, trả lời không đúng, bot ngu, !ngu, !dốt, vô dụng, !phiền, mệt mỏi, buồn, lo lắng, disappointed, disappointing, bad, poor, broken, damaged, defective, not working, stopped working, doesn't work, does not work, didn't work, not happy, unhappy, not satisfied, late, delayed, slow, waste of money, waste, wrong item, missing, angry, upset, annoyed, frustrated, frustrating, refund now, want a refund, never received, still waiting, no one answers, nobody answers, complaint, complain, problem, fake, overpriced, dirty, cold food, hurt, worse
-1: sai rồi, nhầm rồi, !trễ, không tốt, không đẹp, không ngon, hơi thất vọng, !tiếc, !thiếu, !lỗi, !đau, xấu, nóng quá, cứng quá, nhạt quá
`

export const positiveSigns = [
  '❤',
  '😍',
  '🥰',
  '😊',
  '😘',
  '👍',
  '🥳',
  '💕',
  '💖',
  '😁',
  '😄',
  '😀',
  '🙏',
  '🌹',
  '💯',
  '⭐',
  '🤩',
  '😃',
  '☺',
  '♥',
  '👏',
  '🎉',
  ':))',
  ':)',
  '=))',
  '<3',
  '^^',
]
export const negativeSigns = [
  '😡',
  '😠',
  '🤬',
  '😤',
  '👎',
  '😞',
  '😢',
  '😭',
  '😒',
  '🙄',
  '💔',
  '😩',
  '😣',
  '🤮',
  '😔',
  '☹',
  '😖',
  ':((',
  ':(',
  'T_T',
]
