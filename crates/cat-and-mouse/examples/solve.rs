//! Reads an instance of either game from standard input and prints who wins and an optimally played
//! game.
//!
//! ```sh
//! echo '[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]' | cargo run -p cat-and-mouse --example solve
//! ```

use std::error::Error;
use std::io::{Read as _, stdin};

use cat_and_mouse::Game;
use cat_and_mouse::explain::{Explanation, render};
use cat_and_mouse::game::Bounds;

fn main() -> Result<(), Box<dyn Error>> {
    let mut input = String::new();
    stdin().read_to_string(&mut input)?;
    let game = Game::guess_from_syntax(&input).ok_or("neither a graph nor a board")?;
    let instance = game.parse(&input, Bounds::Extended)?;
    println!("{}\n", instance.describe(instance.solve()));
    let explanation = Explanation::new(&instance);
    print!("{}", render(&instance, &explanation, &[], 80));
    Ok(())
}
