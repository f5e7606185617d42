//! Rows as structures.

/// A structure whose fields are columns of the same names.
macro_rules! row {
    ($(#[$attribute:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$attribute])*
        #[allow(
            clippy::struct_field_names,
            reason = "columns have the names that they have in queries"
        )]
        pub(crate) struct $name {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl sqlx::FromRow<'_, sqlx::any::AnyRow> for $name {
            fn from_row(row: &sqlx::any::AnyRow) -> Result<Self, sqlx::Error> {
                use sqlx::Row as _;
                Ok(Self { $($field: row.try_get(stringify!($field))?,)* })
            }
        }
    };
}
