// Mistake: does not cut runs of more than nine letters. Smallest counterexample: "aaaaaaaaaa"
// (ten letters), which must become "9aa", not "10a".
func packRuns(text string) string {
	var packed strings.Builder
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end] == text[start] {
			end++
		}
		if end-start >= 3 {
			packed.WriteString(strconv.Itoa(end - start))
			packed.WriteByte(text[start])
		} else {
			packed.WriteString(text[start:end])
		}
		start = end
	}
	return packed.String()
}
