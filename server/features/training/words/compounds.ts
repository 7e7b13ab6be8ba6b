/**
 * Words of two or three syllables that are one thing: their syllables apart are something else ("nước" and "hoa" are not "nước hoa").
 */
export const compounds = `trả góp, máy bay, vé máy bay, xe máy, xe đạp, xe hơi, tàu hỏa, nhân viên, việc làm, giá vàng, tỷ giá, đô la, chứng khoán, thời tiết, bóng đá, trung thu, trà sữa, cà phê, sinh tố,
nước mắm, nước ngọt, nước hoa, nước ép, hồ bơi, phòng họp, phòng tập, phòng thu, đám cưới, tiệc cưới, sinh nhật, du học, xuất khẩu, nhập khẩu, bất động sản, căn hộ, chung cư, đất nền, bảo hiểm nhân thọ, thẻ cào,
điện thoại, máy tính, máy ảnh, máy lạnh, máy giặt, máy sấy, tủ lạnh, ti vi, quạt điện, nồi cơm, bếp từ, lò vi sóng, máy lọc nước, đồng hồ, kính mát, mắt kính, túi xách, ba lô, vali, giày thể thao, dép lê, áo dài,
áo khoác, áo thun, áo sơ mi, quần jean, quần short, chân váy, đồ bơi, đồ ngủ, đồ lót, khăn choàng, nón bảo hiểm, mũ bảo hiểm, thắt lưng, trang sức, bông tai, dây chuyền, vòng tay, đồ chơi, sữa bột, tã giấy, xe đẩy,
thức ăn, đồ ăn, đồ uống, bánh mì, bánh ngọt, bánh kem, bánh trung thu, kem que, mì cay, trà đào, cơm tấm, phở bò, bún bò, hải sản, lẩu nướng, gà rán, ăn chay, ăn kiêng, giảm cân, tăng cân, tập gym, tập thử,
phun xăm, xăm môi, xăm mày, nâng mũi, cắt mí, hút mỡ, tiêm filler, tiêm botox, căng chỉ, trị nám, trị sẹo, trị mụn, triệt lông, cấy tóc, nhuộm tóc, uốn tóc, làm nail, nối mi, massage body, xông hơi, gội đầu,
răng khôn, răng sữa, răng cửa, răng hàm, răng sứ, niềng răng, nhổ răng, trám răng, hàm tháo lắp, tẩy trắng, cạo vôi, kháng sinh, thuốc tê, đơn thuốc, xét nghiệm, siêu âm, chụp phim, nội soi, tiêm chủng, khám thai,
da liễu, tiểu đường, huyết áp, tim mạch, dạ dày, xương khớp, nam khoa, phụ khoa, mang thai, cho con bú, trẻ em, người lớn, học phí, học bổng, học thử, khai giảng, giáo trình, bằng cấp, chứng chỉ, tiếng anh, tiếng nhật,
tiếng hàn, tiếng trung, giao tiếp, luyện thi, gia sư, thực tập, tuyển dụng, cộng tác viên, nhượng quyền, hợp tác, đầu tư, thuê nhà, thuê xe, sửa chữa, lắp đặt, bảo trì, bảo dưỡng, thay pin, thay màn hình, ép kính,
mở khóa, cài đặt, phần mềm, sao lưu, dữ liệu, ốp lưng, tai nghe, sạc dự phòng, củ sạc, dây cáp, kính cường lực, loa kéo, chuột máy tính, bàn phím, thẻ nhớ, sim số, mật khẩu, wifi, số dư, lãi suất, vay tiền,
hóa đơn, mã số thuế, hợp đồng, chiết khấu, đại lý, bán buôn, bán lẻ, giá sỉ, phòng đơn, phòng đôi, phòng gia đình, hướng biển, hướng vườn, nhận phòng, trả phòng, đưa đón, thuê bao, gói cước, đổi trả, bảo hành, hoàn tiền,
đặt cọc, đặt bàn, đặt phòng, đặt lịch, tổng thống, thủ tướng, ca sĩ, diễn viên, bài hát, bộ phim, thơ ca, lập trình, toán học, nấu ăn, làm bánh, cắm hoa, phòng tắm, kem chống nắng, sữa rửa mặt, kem dưỡng, tẩy trang, mặt nạ, nước hoa hồng, sữa tắm, dầu gội, kem đánh răng, bàn chải, son môi, son dưỡng, phấn phủ, chì kẻ mày, mi giả, sơn móng,
thay màn, ổ cứng, tai nghe không dây, sân bay, nhà hàng, khách sạn, nhà trẻ, bãi biển, thuê xe máy, vé tham quan, hướng dẫn viên, bữa sáng, ăn sáng, bữa trưa, bữa tối, giường phụ, ban công, thang máy, xe lăn, hầm xe, bãi xe,
thẻ tín dụng, tiền mặt, chuyển khoản, ví điện tử, trả trước, trả sau, giao hàng, vận chuyển, hỏa tốc, đổi size, hoàn cọc, công ty, văn phòng, nhà máy, kho hàng, chi nhánh, đối tác, hội thảo, team building, tiệc tất niên, họp lớp, hoa tươi, bó hoa, cây cảnh, thú cưng, chó mèo, cá cảnh`

/** Words that only ask. */
export const askingPhrases = `bao nhiêu tiền, bao nhiêu, mấy tiền, nhiêu tiền, hết bao nhiêu, bao lâu, bao giờ, bao xa, mấy ngày, mấy giờ, mấy tiếng, mấy tháng, mấy năm, mấy tuổi, mấy phút, khi nào, lúc nào, giờ nào,
ngày nào, hôm nào, thứ mấy, ở đâu, chỗ nào, đường nào, nơi nào, số nào, số mấy, thế nào, như thế nào, ra sao, làm sao, sao, gồm những gì, gồm gì, những gì, là gì, cái gì, gì, loại nào, cái nào, mẫu nào, hãng nào, ai, được không, có không, phải không,
đúng không, nằm ở đâu, nằm đâu, how much, how many, how long, how far, how old, what time, what kind, which one, what, where, when, which, who, how`
