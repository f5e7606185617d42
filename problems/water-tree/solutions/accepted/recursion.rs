// Waters the tree from the root down, and drops the children that wither.
type Tree = Option<Rc<RefCell<TreeNode>>>;

impl Solution {
    pub fn water_tree(root: Tree, water: i32) -> Tree {
        let node = root?;
        {
            let mut node = node.borrow_mut();
            let rest = water - node.val;
            if rest < 0 {
                return None;
            }
            let has_two = node.left.is_some() && node.right.is_some();
            let share = if has_two { rest / 2 } else { rest };
            node.left = Self::water_tree(node.left.take(), share);
            node.right = Self::water_tree(node.right.take(), share);
        }
        Some(node)
    }
}
