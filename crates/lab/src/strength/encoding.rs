//! How a table of positions numbers them; too small a number takes some
//! positions for others.

/// The number of a position, apart from who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StateEncoding {
    /// As it should be: one for each pair of places.
    Pairs,
    /// Each place is cut down to the rest of a division by this.
    Modulo(u16),
    /// `mouse + stride · cat`.
    Stride(u16),
    /// `mouse | cat << bits`.
    Bits(u32),
    /// So many of the lowest bits of a number that is right.
    Low(u32),
}

impl StateEncoding {
    /// The number of mouse and cat on `places` cells or nodes.
    pub(super) fn number(self, mouse: u16, cat: u16, places: usize) -> usize {
        let (mouse, cat) = (usize::from(mouse), usize::from(cat));
        match self {
            Self::Pairs => mouse * places + cat,
            Self::Modulo(fits) => mouse % usize::from(fits) * places + cat % usize::from(fits),
            Self::Stride(stride) => mouse + usize::from(stride) * cat,
            Self::Bits(bits) => mouse | cat << bits,
            Self::Low(bits) => (mouse * places + cat) & ((1 << bits) - 1),
        }
    }

    /// A number that is above all of them.
    pub(super) fn end(self, places: usize) -> usize {
        match self {
            Self::Pairs | Self::Modulo(_) => places * places,
            Self::Stride(stride) => places * (1 + usize::from(stride)),
            Self::Bits(bits) => (places << bits) + places,
            Self::Low(bits) => 1 << bits,
        }
    }
}
